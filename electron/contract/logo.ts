/** The measures of a logo: the window draws it to them, the backend holds it to them. Free of zod. */

/** It is printed no larger, in points. */
export const LOGO_POINTS = { width: 110, height: 30 } as const
/** As the window makes it: 720 dots an inch, so that it is sharp on any printer. */
export const LOGO_PIXELS = { width: 10 * LOGO_POINTS.width, height: 10 * LOGO_POINTS.height } as const

/** The largest logo that a book may hold. Earlier versions kept up to 1200 × 1200 pixels. */
export const MOST_LOGO_PIXELS = 1_500_000
export const MOST_LOGO_SIDE = 6_000
export const MOST_LOGO_BASE64 = 700_000

/** Why a logo is not printed. */
export const LOGO_FAULTS = ['too-large', 'damaged'] as const
export type LogoFault = (typeof LOGO_FAULTS)[number]
