/**
 * The port that an option names.
 * @throws TypeError with a sentence when there is no such port
 */
export function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new TypeError(`There is no port '${text}': write a whole number from 0 to 65535 (0: any free one).`)
}
