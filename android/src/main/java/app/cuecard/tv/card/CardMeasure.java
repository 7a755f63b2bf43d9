package app.cuecard.tv.card;

import android.util.Size;

/**
 * The lengths of a card, in pixels, that depend on nothing but the screen: neither on its text nor on its pictures.
 *
 * @param dp pixels of one dp
 * @param inside width of the content
 */
record CardMeasure(Look look, Size screen, float dp, float width, float padding, float stripe, float inside) {

    static CardMeasure of(Look look, Size screen, Card card) {
        float dp = screen.getHeight() / look.screenHeight();
        float wanted = screen.getWidth() * card.widthPercent() / 100;
        float width = card.centred() ? wanted : Math.min(wanted, screen.getWidth() - 2 * look.margin() * dp);
        float padding = dp * (width < look.narrowBelow() * dp ? look.paddingNarrow() : look.padding());
        float stripe = card.accent() == null ? 0 : look.stripe() * dp;
        // On a screen much higher than wide, a tenth of the width is less than the padding.
        return new CardMeasure(look, screen, dp, width, padding, stripe, Math.max(1, width - 2 * padding - stripe));
    }

    /** The most that an image may take. */
    Size imageRoom() {
        return room(inside, look.imageMaxHeight() * screen.getHeight());
    }

    /** The most that an icon may take. */
    Size iconRoom() {
        return room(iconSide(), iconSide());
    }

    float iconSlot() {
        return look.iconSize() * dp;
    }

    float iconSide() {
        return Math.min(iconSlot(), inside);
    }

    /** With little room beside it, the icon stands above the text. */
    boolean iconBeside() {
        return inside - iconSlot() - look.iconGap() * dp >= look.iconTextMin() * dp;
    }

    private static Size room(float width, float height) {
        return new Size((int) Math.ceil(width), (int) Math.ceil(height));
    }
}
