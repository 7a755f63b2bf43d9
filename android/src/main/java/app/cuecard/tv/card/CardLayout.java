package app.cuecard.tv.card;

import android.graphics.RectF;
import android.graphics.Typeface;
import android.text.TextDirectionHeuristics;
import android.text.TextPaint;
import android.util.Size;

/** Where every part of a card stands, in pixels of the screen. A part that is not drawn is null. */
final class CardLayout {
    final CardMeasure measure;
    final Card card;
    final Picture iconPicture;
    final Picture imagePicture;

    final CardText title;
    final CardText message;
    final RectF box;
    final RectF stripe;
    final RectF titleBox;
    final RectF messageBox;
    final RectF icon;
    final RectF image;

    private final Look look;
    private final float dp;
    private final boolean iconRoom;
    private final boolean iconBeside;
    private final boolean rightToLeft;
    private final float narrow; // width of the text beside the icon

    // From the top of the content.
    private final float iconTop;
    private final float textTop;
    private final float messageTop;

    /**
     * @param iconRoom an icon is there or coming: its room is kept, so that the text stays where it is when it joins
     * @param icon null while it is not there
     * @param image null without one
     */
    CardLayout(CardMeasure measure, Card card, float textScale, boolean iconRoom, Picture icon, Picture image) {
        this.measure = measure;
        this.card = card;
        this.iconRoom = iconRoom;
        look = measure.look();
        dp = measure.dp();
        iconPicture = icon;
        iconBeside = iconRoom && measure.iconBeside();
        narrow = measure.inside() - (iconBeside ? measure.iconSlot() + look.iconGap() * dp : 0);
        String all = card.title() + "\n" + card.message();
        rightToLeft = TextDirectionHeuristics.FIRSTSTRONG_LTR.isRtl(all, 0, all.length());

        title = card.title().isEmpty() ? null : titleText(textScale);
        CardText whole = messageText(textScale);
        float firstLine = title == null ? whole.lineHeight() : title.lineHeight();
        iconTop = iconBeside ? Math.max(0, (firstLine - measure.iconSlot()) / 2) : 0;
        textTop = textTop(firstLine);
        messageTop = title == null ? textTop : messageTop();

        RoomShare share = share(whole, image);
        message = whole.endingAfter(share.lines());
        imagePicture = share.image() > 0 ? image : null;

        float imageTop = textBottom(message) + look.imageGap() * dp;
        float bottom = imagePicture == null ? textBottom(message) : imageTop + share.image();
        RectF exact = place(bottom + 2 * measure.padding());
        float left = exact.left + measure.stripe() + measure.padding();
        float top = exact.top + measure.padding();
        box = snapped(exact);
        stripe = card.accent() == null
                ? null
                : new RectF(box.left, box.top, Math.round(exact.left + measure.stripe()), box.bottom);
        titleBox = title == null ? null : textBox(beside(left), top + textTop, narrow, title);
        messageBox = title == null
                ? textBox(beside(left), top + messageTop, narrow, message)
                : textBox(left, top + messageTop, measure.inside(), message);
        this.icon = icon == null ? null : iconBox(icon, left, top + iconTop);
        this.image = imagePicture == null ? null : imageBox(image, left, top + imageTop, share.image());
    }

    private CardText titleText(float textScale) {
        float size = look.titleSize() * textScale * dp;
        return new CardText(card.title(), paint(size, Typeface.DEFAULT_BOLD), narrow, size * look.titleLineHeight())
                .endingAfter(look.titleMaxLines());
    }

    private CardText messageText(float textScale) {
        float width = title == null ? narrow : measure.inside();
        float size = look.messageSize() * textScale * dp;
        return new CardText(card.message(), paint(size, Typeface.DEFAULT), width, size * look.messageLineHeight());
    }

    private TextPaint paint(float size, Typeface typeface) {
        TextPaint paint = new TextPaint(TextPaint.ANTI_ALIAS_FLAG | TextPaint.SUBPIXEL_TEXT_FLAG);
        paint.setTextSize(size);
        paint.setTypeface(typeface);
        paint.setColor(card.textColor());
        return paint;
    }

    /** An icon beside the text and the first line share their middle; one above keeps a gap. */
    private float textTop(float firstLine) {
        if (!iconRoom) {
            return 0;
        }
        return iconBeside
                ? Math.max(0, (measure.iconSlot() - firstLine) / 2)
                : measure.iconSlot() + look.messageGap() * dp;
    }

    /** The message keeps its distance to the title, not to the icon, as long as half of it is left under the icon. */
    private float messageTop() {
        float gap = look.messageGap() * dp;
        float iconBottom = iconBeside ? iconTop + measure.iconSlot() - gap / 2 : 0;
        return Math.max(textTop + title.height(), iconBottom) + gap;
    }

    private float textBottom(CardText message) {
        return Math.max(messageTop + message.height(), iconRoom ? iconTop + measure.iconSlot() : 0);
    }

    private RoomShare share(CardText whole, Picture image) {
        float screen = measure.screen().getHeight();
        float room = screen - 2 * (look.margin() * dp + measure.padding()) - textBottom(whole) + whole.height();
        return RoomShare.of(
                room,
                whole.lines(),
                whole.lineHeight(),
                image == null ? 0 : wantedHeight(image),
                look.imageGap() * dp,
                look.imageTightHeight() * screen,
                look.messageMinLines());
    }

    private float wantedHeight(Picture image) {
        float widest = measure.inside() / image.width();
        float highest = look.imageMaxHeight() * measure.screen().getHeight() / image.height();
        return image.height() * Math.min(Math.min(widest, highest), look.imageEnlarge());
    }

    /** Where text begins that leaves the start to the icon. */
    private float beside(float left) {
        return rightToLeft ? left : left + measure.inside() - narrow;
    }

    private RectF place(float height) {
        Size screen = measure.screen();
        float margin = look.margin() * dp;
        float left = (screen.getWidth() - measure.width()) / 2;
        float top = (screen.getHeight() - height) / 2;
        if (!card.centred()) {
            left = card.position().endsWith("left") ? margin : screen.getWidth() - margin - measure.width();
            top = card.position().startsWith("top") ? margin : screen.getHeight() - margin - height;
        }
        return new RectF(left, top, left + measure.width(), top + height);
    }

    private static RectF textBox(float left, float top, float width, CardText text) {
        return snapped(new RectF(left, top, left + width, top + text.height()));
    }

    /** At the start of the text, in the middle of its slot. */
    private RectF iconBox(Picture icon, float left, float top) {
        float slot = measure.iconSlot();
        float scale = measure.iconSide() / Math.max(icon.width(), icon.height());
        float width = icon.width() * scale;
        float height = icon.height() * scale;
        float slotWidth = measure.iconSide();
        float x = left + (rightToLeft ? measure.inside() - slotWidth : 0) + (slotWidth - width) / 2;
        float y = top + (slot - height) / 2;
        return snapped(new RectF(x, y, x + width, y + height));
    }

    private RectF imageBox(Picture image, float left, float top, float height) {
        float width = image.width() * height / image.height();
        float x = left + (measure.inside() - width) / 2;
        return snapped(new RectF(x, top, x + width, top + height));
    }

    /** Edges on whole pixels are sharp. */
    private static RectF snapped(RectF box) {
        return new RectF(Math.round(box.left), Math.round(box.top), Math.round(box.right), Math.round(box.bottom));
    }
}
