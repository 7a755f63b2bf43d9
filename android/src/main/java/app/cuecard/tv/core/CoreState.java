package app.cuecard.tv.core;

/**
 * The core as the app's screens show it.
 *
 * @param running the core has said hello and still runs
 * @param trouble why it does not run, in the core's own words, or empty
 * @param version of the core; empty before the first hello
 * @param port that it answers HTTP on; 0 before the first hello
 * @param overlay whether the app may draw over others now
 * @param settings as the core told last; null before that
 */
public record CoreState(
        boolean running, String trouble, String version, int port, boolean overlay, OwnerSettings settings) {

    public static final CoreState STARTING = new CoreState(false, "", "", 0, false, null);
}
