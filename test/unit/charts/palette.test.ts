import { expect, test } from 'vitest'
import { EVENT_ARCHIVES } from '../../../electron/contract/records.ts'
import { archiveSymbol, channelLook } from '../../../renderer/charts/palette.ts'

/** WCAG 2 relative luminance and contrast. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

test.each([
  ['light', '#ffffff', false],
  ['dark', '#191d21', true],
])('every channel has enough contrast on the %s surface', (_, surface, dark) => {
  for (let index = 0; index < 8; index++) expect(contrast(channelLook(index, dark).color, surface)).toBeGreaterThanOrEqual(3)
})

test('two dozen channels have looks of their own', () => {
  const looks = Array.from({ length: 24 }, (_, index) => JSON.stringify(channelLook(index, false)))
  expect(new Set(looks).size).toBe(24)
})

test('each event archive has a shape of its own', () => {
  expect(new Set(EVENT_ARCHIVES.map(archiveSymbol)).size).toBe(EVENT_ARCHIVES.length)
  expect(archiveSymbol('something new')).toBe('circle')
})
