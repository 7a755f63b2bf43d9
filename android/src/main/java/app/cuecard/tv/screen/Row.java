package app.cuecard.tv.screen;

import android.content.Context;
import android.util.AttributeSet;
import android.view.LayoutInflater;
import android.view.View;
import android.view.ViewGroup;
import android.view.accessibility.AccessibilityNodeInfo;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.TextView;
import app.cuecard.tv.R;

/** A line of a list that can be chosen: its name, its value, and under them why a wish was refused. */
final class Row extends LinearLayout {
    private static final float AWAY = 0.45f;

    private TextView name;
    private TextView value;
    private TextView note;
    private View swatch;
    private View tick;
    private String spokenValue = "";
    private boolean available = true;

    public Row(Context context, AttributeSet attributes) {
        super(context, attributes);
    }

    /** Adds a row to a list of things with values. */
    static Row add(ViewGroup list, CharSequence name, Runnable chosen) {
        return add(list, R.layout.row, name, chosen);
    }

    /** Adds a row to a list of which one is chosen. */
    static Row option(ViewGroup list, CharSequence name, Runnable chosen) {
        return add(list, R.layout.option, name, chosen);
    }

    private static Row add(ViewGroup list, int layout, CharSequence name, Runnable chosen) {
        Row row = (Row) LayoutInflater.from(list.getContext()).inflate(layout, list, false);
        row.name.setText(name);
        row.setOnClickListener(view -> {
            if (row.available) {
                chosen.run();
            }
        });
        row.speak();
        list.addView(row);
        return row;
    }

    @Override
    protected void onFinishInflate() {
        super.onFinishInflate();
        name = findViewById(R.id.name);
        value = findViewById(R.id.value);
        note = findViewById(R.id.note);
        swatch = findViewById(R.id.swatch);
        tick = findViewById(R.id.tick);
    }

    void value(String words) {
        value(words, words);
    }

    void value(String words, String spoken) {
        value.setText(words);
        spokenValue = spoken;
        speak();
    }

    /** A sample of a colour beside the value; null for none. */
    void swatch(Integer colour) {
        swatch.setVisibility(colour == null ? GONE : VISIBLE);
        swatch.setBackground(colour == null ? null : new Swatch(colour));
    }

    /** Why a wish was refused; empty takes it away. */
    void note(String error) {
        note.setText(error);
        note.setVisibility(error.isEmpty() ? GONE : VISIBLE);
        speak();
    }

    /** Marks the option that holds. */
    void tick(boolean holds) {
        tick.setVisibility(holds ? VISIBLE : INVISIBLE);
        setSelected(holds);
    }

    /** A row that is not available does nothing, but the focus may stay on it until it is again. */
    void available(boolean available) {
        this.available = available;
        for (View part : new View[] {name, value, swatch}) {
            part.setAlpha(available ? 1 : AWAY);
        }
    }

    boolean available() {
        return available;
    }

    String name() {
        return name.getText().toString();
    }

    String value() {
        return value.getText().toString();
    }

    String note() {
        return note == null ? "" : note.getText().toString();
    }

    @Override
    public CharSequence getAccessibilityClassName() {
        return Button.class.getName();
    }

    @Override
    public void onInitializeAccessibilityNodeInfo(AccessibilityNodeInfo info) {
        super.onInitializeAccessibilityNodeInfo(info);
        info.setEnabled(available);
    }

    private void speak() {
        StringBuilder spoken = new StringBuilder(name.getText());
        for (String part : new String[] {spokenValue, note()}) {
            if (!part.isEmpty()) {
                spoken.append(", ").append(part);
            }
        }
        setContentDescription(spoken);
    }
}
