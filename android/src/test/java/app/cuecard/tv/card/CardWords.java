package app.cuecard.tv.card;

import android.view.View;

/** The words of the card in a window. */
public final class CardWords {
    private CardWords() {}

    /** Empty for a card that is going. */
    public static String in(View window) {
        CardView card = ((CardScreen) window).card();
        return card == null
                ? ""
                : card.show().card().title() + "\n" + card.show().card().message();
    }
}
