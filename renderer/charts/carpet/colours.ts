/**
 * The colours of carpets: perceptually even, readable with any colour blindness, distinct from the surface of their
 * theme at both ends. Steps between anchors are mixed in Oklab, so that equal steps of a value look equal.
 */

/** Viridis (Smith and van der Walt), every tenth: from low to high, the part that stands out from each surface. */
const VIRIDIS = '440154 482475 414487 355f8d 2a788e 21918c 22a884 44bf70 7ad151 bddf26 fde725'.split(' ')
/** Vik (Crameri), blues below zero and browns above; its middle is darker on white, where it would look like no value. */
const BLUES = '001261 033e7d 1e6f9d 71a8c4'.split(' ')
const BROWNS = 'd39774 be6533 8b2706 590008'.split(' ')
const MIDDLE = { light: 'cdd0d2', dark: 'dfdfde' } as const

/** The share of each map that stands out from the surface of its theme. */
const PARTS = {
  sequential: { light: [0, 0.95], dark: [0.2, 1] },
  diverging: { light: [0.05, 0.95], dark: [0.12, 0.88] },
} as const

export type Rgb = readonly [red: number, green: number, blue: number]
type Lab = readonly [lightness: number, a: number, b: number]

export const COLOURS = 256

/** The colours from low to high as `#rrggbb`, `COLOURS` of them. */
export function coloursOf(kind: 'sequential' | 'diverging', dark: boolean): readonly string[] {
  const theme = dark ? 'dark' : 'light'
  const [from, to] = PARTS[kind][theme]
  const shares = Array.from({ length: COLOURS }, (_, index) => from + (index / (COLOURS - 1)) * (to - from))
  if (kind === 'sequential') return evenly(VIRIDIS, shares)
  const below = shares.filter((share) => share < 0.5).map((share) => share * 2)
  const above = shares.filter((share) => share >= 0.5).map((share) => share * 2 - 1)
  // Each half by itself: zero is in the middle, however long the way to either end is.
  return [...evenly([...BLUES, MIDDLE[theme]], below), ...evenly([MIDDLE[theme], ...BROWNS], above)]
}

/** Colours at shares of the way through all anchors, measured in Oklab: equal shares are equal differences. */
function evenly(anchors: readonly string[], shares: readonly number[]): string[] {
  const labs = anchors.map((hex) => oklabOf(rgbOf(`#${hex}`)))
  const ways = [0]
  for (const [at, lab] of labs.slice(1).entries()) ways.push((ways[at] ?? 0) + differenceOf(labs[at] as Lab, lab))
  const whole = ways[ways.length - 1] as number
  return shares.map((share) => {
    const way = share * whole
    const at = Math.max(
      0,
      Math.min(
        labs.length - 2,
        ways.findLastIndex((passed) => passed <= way),
      ),
    )
    const [begin, end] = [ways[at] as number, ways[at + 1] as number]
    return hexOf(mixed(labs[at] as Lab, labs[at + 1] as Lab, (way - begin) / (end - begin)))
  })
}

/** How different two colours look, by Oklab. */
export const differenceOf = (a: Lab, b: Lab): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

export function rgbOf(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

/** Black or white, whichever is easier to read on a colour. */
export function inkOn(hex: string): string {
  const [red, green, blue] = rgbOf(hex).map(linear) as [number, number, number]
  // The luminance at which black and white have the same contrast (WCAG).
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff'
}

const linear = (channel: number): number => (channel <= 10.31475 ? channel / 3294.6 : ((channel / 255 + 0.055) / 1.055) ** 2.4)
const gamma = (light: number): number => 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * Math.max(0, light) ** (1 / 2.4) - 0.055)

/** Oklab (Ottosson 2020) of a colour in sRGB. */
export function oklabOf(rgb: Rgb): Lab {
  const [red, green, blue] = rgb.map(linear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function hexOf([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const byte = (light: number) => Math.min(255, Math.max(0, Math.round(gamma(light))))
  return `#${rgb.map((light) => byte(light).toString(16).padStart(2, '0')).join('')}`
}

const mixed = (a: Lab, b: Lab, share: number): Lab => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]
