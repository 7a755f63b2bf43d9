package app.cuecard.tv.sound;

/** Plays the sounds of cards: the chime, or what the core streams. Main thread only. */
public final class SoundPlayer {
    static final long LONGEST_MS = 60_000;
    private final Acts acts;

    public SoundPlayer(Acts acts) {
        this.acts = acts;
        new Thread(Chime::recording, "chime").start();
    }

    /**
     * @param sound {@code default} or an address of the core
     * @param volume from 0 to 1
     */
    public void play(long act, String sound, float volume) {
        Performance performance = "default".equals(sound) ? new Chime(volume) : new SoundStream(sound, volume);
        acts.begin(act, performance, LONGEST_MS);
    }
}
