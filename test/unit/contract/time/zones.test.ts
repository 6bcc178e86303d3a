import { describe, expect, test } from 'vitest'
import { CITIES } from '../../../../electron/contract/time/cities.ts'
import { isTimeZone } from '../../../../electron/contract/time/zone.ts'
import { cityOf, findZones } from '../../../../electron/contract/time/zones.ts'
import { wordsOf } from '../../../../electron/words/index.ts'

describe('a zone is found', () => {
  test.each([
    ['Екатеринбург', 'ru', 'Asia/Yekaterinburg', 'Екатеринбург'],
    ['екат', 'en', 'Asia/Yekaterinburg', 'Yekaterinburg'],
    ['Ekaterinburg', 'en', 'Asia/Yekaterinburg', 'Yekaterinburg'],
    ['Самара', 'ru', 'Europe/Samara', 'Самара'],
    ['Omsk', 'en', 'Asia/Omsk', 'Omsk'],
    ['Нижний Новгород', 'ru', 'Europe/Moscow', 'Нижний Новгород'],
    ['нижний тагил', 'ru', 'Asia/Yekaterinburg', 'Нижний Тагил'],
    ['уфа', 'ru', 'Asia/Yekaterinburg', 'Уфа'],
    ['питер', 'ru', 'Europe/Moscow', 'Санкт-Петербург'],
    ['орел', 'ru', 'Europe/Moscow', 'Орёл'],
    ['новый уренгой', 'en', 'Asia/Yekaterinburg', 'Novy Urengoy'],
    ['new york', 'en', 'America/New_York', 'New York'],
    ['Europe/Berlin', 'ru', 'Europe/Berlin', 'Берлин'],
    ['utc', 'ru', 'UTC', 'UTC'],
  ] as const)('by %s', (typed, language, zone, city) => {
    expect(findZones(typed, language, 5)[0]).toEqual({ zone, city })
  })

  test('by the runtime’s own name of it', () => {
    expect(findZones('Vladivostok Time', 'en', 3)[0]?.zone).toBe('Asia/Vladivostok')
  })

  test('with a city that begins so before one that has it inside', () => {
    const found = findZones('омск', 'ru', 10).map(({ zone }) => zone)
    expect(found[0]).toBe('Asia/Omsk')
    expect(found).toContain('Asia/Tomsk')
  })
})

test('nothing typed offers every zone, nothing found none', () => {
  expect(findZones('', 'en', 1000).length).toBeGreaterThan(400)
  expect(new Set(findZones('', 'en', 1000).map(({ zone }) => zone)).size).toBe(findZones('', 'en', 1000).length)
  expect(findZones('тьмутаракань', 'ru', 10)).toEqual([])
})

test('every city of the table lies in a zone that the runtime knows, and has a name in each language', () => {
  for (const [zone, cities] of Object.entries(CITIES)) {
    expect([zone, isTimeZone(zone)]).toEqual([zone, true])
    for (const city of cities) {
      expect(city).toMatch(/^[A-Z][\w -]+$/)
      expect(wordsOf('ru').cities[city]?.split('|')[0]).toMatch(/^[А-ЯЁ][А-Яа-яё -]+$/)
    }
  }
  expect(cityOf('Asia/Kamchatka', 'ru')).toBe('Петропавловск-Камчатский')
})
