/**
 * What the program takes for now, Unix ms: the earlier of the laptop's clock and the service's. Either may be a day off,
 * and a day that is taken for over too early is never asked for again.
 * @param serviceMs undefined while nobody is signed in
 */
export const earlierNow = (laptopMs: number, serviceMs: number | undefined): number => Math.min(laptopMs, serviceMs ?? Infinity)
