/** The relative luminance of an opaque sRGB colour, `#rgb` or `#rrggbb`: 0 for black, 1 for white (WCAG 2.2). */
function luminance(colour: string): number {
  const digits = colour.slice(1)
  const hex = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours as WCAG defines it: from 1, the same, to 21, black on white. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}
