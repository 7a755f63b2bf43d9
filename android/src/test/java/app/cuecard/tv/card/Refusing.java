package app.cuecard.tv.card;

import android.content.Context;
import android.content.ContextWrapper;
import android.view.WindowManager;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** A context whose window manager refuses windows for as long as it is told to, as without the permission. */
final class Refusing extends ContextWrapper {
    RuntimeException refusal;

    Refusing(Context base) {
        super(base);
    }

    @Override
    public Object getSystemService(String name) {
        Object service = super.getSystemService(name);
        if (!name.equals(WINDOW_SERVICE)) {
            return service;
        }
        InvocationHandler refuse = (self, method, arguments) -> {
            if (refusal != null && method.getName().equals("addView")) {
                throw refusal;
            }
            try {
                return method.invoke(service, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        Class<?>[] windows = {WindowManager.class};
        return Proxy.newProxyInstance(WindowManager.class.getClassLoader(), windows, refuse);
    }
}
