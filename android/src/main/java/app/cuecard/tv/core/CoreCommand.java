package app.cuecard.tv.core;

import android.content.Context;
import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.stream.Collectors;

/** Starts the core with what it cannot find out on Android by itself. Knows folders and no frames. */
final class CoreCommand {
    private final Context context;
    private final String listen;

    CoreCommand(Context context, String listen) {
        this.context = context;
        this.listen = listen;
    }

    /** Touches the disk: not for the main thread. */
    Process start() throws IOException {
        File data = context.getFilesDir();
        File pictures = new File(context.getCacheDir(), "core");
        empty(pictures);
        if (!pictures.isDirectory() && !pictures.mkdirs()) {
            throw new IOException("cannot make the folder " + pictures);
        }
        ProcessBuilder builder = new ProcessBuilder(
                program().getPath(), "serve", "--screen", "shell", "--data", data.getPath(), "--listen", listen);
        Map<String, String> environment = builder.environment();
        environment.put("TMPDIR", pictures.getPath());
        environment.put("HOME", data.getPath());
        environment.put("TZ", TimeZone.getDefault().getID());
        String certificates = certificates(
                List.of(new File("/apex/com.android.conscrypt/cacerts"), new File("/system/etc/security/cacerts")));
        if (!certificates.isEmpty()) {
            environment.put("SSL_CERT_DIR", certificates);
        }
        return builder.directory(data).start();
    }

    /** The core is packed as a native library, so that the installer puts it where it may be executed. */
    private File program() {
        return new File(context.getApplicationInfo().nativeLibraryDir, "libcuecard.so");
    }

    static String certificates(List<File> folders) {
        return folders.stream().filter(File::isDirectory).map(File::getPath).collect(Collectors.joining(":"));
    }

    private static void empty(File folder) {
        File[] files = folder.listFiles();
        Arrays.stream(files == null ? new File[0] : files).forEach(file -> {
            empty(file);
            file.delete();
        });
    }
}
