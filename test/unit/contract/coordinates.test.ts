import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coordinatesText, geoLink, isGeoLink, keptCoordinates, readCoordinates } from '../../../electron/contract/coordinates.ts'

/** Where a station stands: what people paste. */

const KREMLIN = { latitude: 55.7558, longitude: 37.6173 }
const MINUTES = { latitude: 55.755833, longitude: 37.617306 }

describe('a place as people write it', () => {
  test.each([
    '55.7558, 37.6173',
    '55.7558,37.6173',
    '55.7558 37.6173',
    '55,7558; 37,6173',
    '55,7558, 37,6173',
    '55,7558,37,6173',
    '55,7558 37,6173',
    '  +55.7558°,  +37.6173° ',
    '55.7558° N, 37.6173° E',
    'N55.7558 E37.6173',
    '37.6173 E, 55.7558 N',
    '55,7558° с.ш. 37,6173° в.д.',
    '55.7558С 37.6173В',
    'geo:55.7558,37.6173',
    '55.7558/37.6173',
  ])('%s', (text) => expect(readCoordinates(text)).toEqual(KREMLIN))

  test.each([
    '55°45′21″N 37°37′2.3″E',
    '55°45\'21"N, 37°37\'2.3"E',
    "55° 45' 21'' с. ш., 37° 37' 2,3'' в. д.",
    '55 45 21 37 37 2.3',
    '55 45 21; 37 37 2,3',
    'С 55°45′21″ В 37°37′2.3″',
    '37°37′2.3″ E 55°45′21″ N',
  ])('%s, with minutes and seconds', (text) => expect(readCoordinates(text)).toEqual(MINUTES))

  test('whole degrees', () => {
    for (const text of ['55, 37', '55 37', '55;37', 'geo:55,37']) expect(readCoordinates(text)).toEqual({ latitude: 55, longitude: 37 })
  })

  test('minutes alone, and the south and the west', () => {
    expect(readCoordinates('55°45.35′ 37°37.038′')).toEqual({ latitude: 55.755833, longitude: 37.6173 })
    expect(readCoordinates('33°51′35″S 151°12′40″E')).toEqual({ latitude: -33.859722, longitude: 151.211111 })
    expect(readCoordinates('−33.86, −70.65')).toEqual({ latitude: -33.86, longitude: -70.65 })
    expect(readCoordinates('33,86 Ю 70,65 З')).toEqual({ latitude: -33.86, longitude: -70.65 })
  })

  test.each([
    ['91, 37.6', 'latitude'],
    ['55.7, 181', 'longitude'],
    ['-90.0001 0', 'latitude'],
    ['181 E 55 N', 'longitude'],
    ['55°60′ 37°10′', 'sixty'],
    ['55°10′61″N 37°10′0″E', 'sixty'],
    ['', 'unreadable'],
    ['Moscow', 'unreadable'],
    ['55', 'unreadable'],
    // One number or two? Nobody can tell.
    ['55,37', 'unreadable'],
    ['55.7, 37.6, 120', 'unreadable'],
    ['55.7 N, 37.6 N', 'unreadable'],
    ['55.7 N, 37.6', 'unreadable'],
    ['-55.7 N, 37.6 E', 'unreadable'],
    ['55.5°30′ 37°10′', 'unreadable'],
    ['55 45.5 20 37 37 2', 'unreadable'],
    ['1e1, 5', 'unreadable'],
    ['55.7, 37.6?q=home', 'unreadable'],
    ['Infinity, NaN', 'unreadable'],
  ])('%s is refused: %s', (text, fault) => expect(readCoordinates(text)).toEqual({ fault }))
})

test('what is written is what was read, and only that is a link', () => {
  const place = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  fc.assert(
    fc.property(place, (any) => {
      const text = coordinatesText(any)
      const kept = keptCoordinates(text)
      expect(kept).not.toBeNull()
      expect(Math.abs((kept?.latitude ?? NaN) - any.latitude)).toBeLessThan(1e-6)
      expect(Math.abs((kept?.longitude ?? NaN) - any.longitude)).toBeLessThan(1e-6)
      expect(isGeoLink(geoLink(any))).toBe(true)
    }),
  )
  expect(coordinatesText({ latitude: -0, longitude: 100 })).toBe('0,100')
  expect(geoLink(KREMLIN)).toBe('geo:55.7558,37.6173')
})

test.each([
  'geo:55.7558,37.6173?z=19',
  'geo:55.7558,37.6173;u=35',
  'geo:55.7558, 37.6173',
  'geo:55.7558,37.6173\n',
  'geo:91,37',
  'geo:0,0,0',
  'geo:',
  'GEO:55.7558,37.6173',
  'http://maps.example/?q=55.7558,37.6173',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'geo:javascript:alert(1)',
])('%s is not opened', (url) => expect(isGeoLink(url)).toBe(false))
