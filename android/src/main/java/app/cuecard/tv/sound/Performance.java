package app.cuecard.tv.sound;

/** A sound or a speech, performed once. Main thread only. */
interface Performance {

    /** Has {@code ended} run on the main thread when it is over or cannot be performed, but not within this call. */
    void begin(Runnable ended);

    /** Stops at once, and lets go of what it holds; also called after it has ended. */
    void stop();
}
