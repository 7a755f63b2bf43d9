package app.cuecard.tv.screen;

import android.content.Context;
import android.util.AttributeSet;
import android.widget.ScrollView;

/** Scrolls rows. The system's own takes the focus itself, whatever its layout says, and then no row has it. */
final class RowScroll extends ScrollView {
    public RowScroll(Context context, AttributeSet attributes) {
        super(context, attributes);
        setFocusable(false);
    }
}
