import { describe, expect, test } from 'vitest'
import { EVER, type StationData } from '../../../../electron/analysis/kernel/data.ts'
import { rule as spike } from '../../../../electron/analysis/rules/spike.ts'
import { rule as unusualDay } from '../../../../electron/analysis/rules/unusual-day.ts'
import { rule as unusualHour } from '../../../../electron/analysis/rules/unusual-hour.ts'
import { isCounter } from '../../../../electron/contract/quantities.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { gasUse, type Use, type UseGiven } from '../../../support/gas-use.ts'
import { archive, channel, gauss, hoursAfter, MONDAY, random, rounded, station } from '../../../support/station-data.ts'

/** What real stations do of themselves is no finding, and what they do not do is one. */

const thresholds = usualThresholds()
const ofHours = (data: StationData) => unusualHour.judge(data, thresholds.unusual_hour, EVER).found
const ofDays = (data: StationData) => unusualDay.judge(data, thresholds.unusual_day, EVER).found
const ofSpikes = (data: StationData) => spike.judge(data, thresholds.spike, EVER).found

/** Noise of so many hundredths, the same with every run. */
const noise = (seed: number, share = 0.03) => {
  const next = random(seed)
  return () => Math.exp(share * gauss(next))
}
/** Tests begin on a Monday at 10:00. */
const clockHour = (hour: number) => (hour + 10) % 24
const gasDay = (hour: number) => Math.floor(hour / 24)
const weekdayOf = (hour: number) => gasDay(hour) % 7
const isWeekend = (hour: number) => weekdayOf(hour) >= 5
/** The first hour of a gas day that shows a clock time. */
const hourOf = (day: number, clock: number) => 24 * day + ((clock - 10 + 24) % 24)

describe('an hour like those around the same clock time', () => {
  /** A boiler from 6:00 to 22:00 above a base, on some days three hours earlier or later. */
  const boiler = (change?: UseGiven['change']) => {
    const by = noise(11)
    const early = new Set([17, 39])
    const late = new Set([28, 50])
    const isOn = (hour: number) => {
      const clock = clockHour(hour)
      // From midnight on the gas day is that of the day before.
      const begins = early.has(gasDay(hour)) ? 3 : late.has(gasDay(hour)) ? 9 : 6
      return clock >= begins && clock < 22
    }
    return gasUse({ use: (hour) => (isOn(hour) ? 100 : 20) * by(), ...(change ? { change } : {}) })
  }

  test('a boiler that starts three hours early or late on some days is none', () => {
    expect(ofHours(boiler().data)).toEqual([])
  })

  test('what the boiler never uses is one', () => {
    const place = hourOf(30, 3)
    const { data, at } = boiler((hours) => hours.fill(190, place, place + 2))
    expect(ofHours(data)).toMatchObject([{ fromMs: at(place), toMs: at(place + 2), detail: 'high' }])
  })

  test('an hour of less than a fiftieth of a usual day is none; of more it is one', () => {
    const shop = (m3: number) => {
      const by = noise(3)
      const use = (hour: number) => (clockHour(hour) >= 8 && clockHour(hour) < 20 ? 100 : 2) * by()
      return gasUse({ use, change: (hours) => (hours[hourOf(30, 1)] = m3) }).data
    }
    expect(ofHours(shop(20))).toEqual([])
    expect(ofHours(shop(160))).toHaveLength(1)
  })
})

describe('a day like others', () => {
  /** A works that rests on weekends. */
  const works = (days: number, level: (day: number) => number, change?: UseGiven['change']) => {
    const by = noise(5, 0.05)
    const use = (hour: number) => 50 * level(gasDay(hour)) * (isWeekend(hour) ? 0.3 : 1) * by()
    return gasUse({ days, use, ...(change ? { change } : {}) })
  }

  test('the first weekends of a new level near the end are none', () => {
    expect(ofDays(works(70, (day) => (day >= 49 ? 2.6 : 1)).data)).toEqual([])
  })

  test('what comes back every week is none; once it is one', () => {
    const batch = (day: number) => (day % 7 === 2 ? 3 : 1)
    expect(ofDays(works(84, batch).data)).toEqual([])
    const { data, at } = works(84, (day) => (day === 44 ? 3 : 1))
    expect(ofDays(data)).toMatchObject([{ fromMs: at(24 * 44), detail: 'high' }])
  })

  test('rest on a working day is none, a public holiday or not; work on one is, where the book names its country', () => {
    // From 5 January 2026: the days off of Russia but 9 March, of which Sunday, 8 March, is the reason.
    const holidays = new Set([0, 1, 2, 3, 4, 49, 63])
    const resting = (works: ReadonlySet<number>) => {
      const by = noise(9, 0.05)
      const rests = (hour: number) => isWeekend(hour) || (holidays.has(gasDay(hour)) && !works.has(gasDay(hour)))
      return gasUse({ days: 100, use: (hour) => (rests(hour) ? 15 : 50) * by() })
    }
    const { data, at } = resting(new Set())
    expect(ofDays(data)).toEqual([])
    expect(ofDays({ ...data, daysOff: 'RU' })).toEqual([])
    const worked = resting(new Set([49]))
    expect(ofDays(worked.data)).toEqual([])
    expect(ofDays({ ...worked.data, daysOff: 'RU' })).toMatchObject([{ fromMs: at(24 * 49), detail: 'high' }])
  })
})

describe('a spike of the week, a peak of the day', () => {
  const weekly = (weeks: readonly number[]) => {
    const by = noise(7, 0.05)
    const places = new Set(weeks.map((week) => 24 * 7 * week + hourOf(1, 15)))
    return gasUse({ days: 70, use: (hour) => (places.has(hour) ? 300 : 50) * by() })
  }

  test('an hour of much gas every Tuesday is none, once it is one', () => {
    expect(ofSpikes(weekly([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).data)).toEqual([])
    const { data, at } = weekly([4])
    expect(ofSpikes(data)).toMatchObject([{ fromMs: at(24 * 28 + hourOf(1, 15)), detail: 'high' }])
  })

  /** Degrees that stand at 5 but on clear days, when they rise to a peak at noon; `more` is added to one hour. */
  function clearDays(more: number): StationData {
    const next = random(2)
    const peak = [6, 10.5, 12, 10.5, 6]
    const values = Array.from({ length: 24 * 60 }, (_, hour) => {
      const noon = gasDay(hour) % 9 === 4 ? peak[clockHour(hour) - 10] : undefined
      return rounded((noon ?? 5) + 0.1 * gauss(next), 2)
    })
    values[700] = (values[700] ?? 0) + more
    return station({
      archives: [archive('hourly', hoursAfter(MONDAY, values.length), [channel('temperature', values)])],
    })
  }

  test('the peak of a clear noon is none, an hour that leaves the curve is one', () => {
    expect(ofSpikes(clearDays(0))).toEqual([])
    expect(ofSpikes(clearDays(-4))).toMatchObject([{ channelVarname: 'temperature', detail: 'low' }])
  })
})

describe('a device that keeps counters alone', () => {
  /** The same records with their counters and without the volumes. */
  const countersOf = ({ hourly, daily, data }: Use): StationData => {
    const counted = [hourly, daily].map((one) => ({
      ...one,
      channels: one.channels.filter(({ meaning }) => isCounter(meaning.quantity)),
    }))
    return { ...data, archives: counted }
  }
  const fromCounter = { channelVarname: 'standardCounter', evidence: { fromCounter: true } }

  test('what its counter rose by is judged as volumes are, and the evidence says so', () => {
    const hour = gasUse({ change: (hours) => (hours[800] = 900) })
    expect(ofSpikes(countersOf(hour))).toMatchObject([{ ...fromCounter, fromMs: hour.at(800), toMs: hour.at(801) }])
    const few = gasUse({ change: (hours) => hours.fill(450, 800, 803) })
    expect(ofHours(countersOf(few))).toMatchObject([{ ...fromCounter, fromMs: few.at(800), toMs: few.at(803) }])
    const day = gasUse({ change: (hours) => hours.fill(330, 24 * 30, 24 * 31) })
    expect(ofDays(countersOf(day))).toMatchObject([{ ...fromCounter, archiveType: 'hourly', fromMs: day.at(24 * 30) }])
  })

  test('days alone serve, too', () => {
    const use = gasUse({ change: (hours) => hours.fill(330, 24 * 30, 24 * 31) })
    const { archives, ...rest } = countersOf(use)
    const daily = archives.filter(({ archiveType }) => archiveType === 'daily')
    expect(ofDays({ ...rest, archives: daily })).toMatchObject([{ ...fromCounter, archiveType: 'daily', fromMs: use.at(24 * 30) }])
  })

  test('of volumes the evidence says nothing of a counter', () => {
    const { data } = gasUse({ change: (hours) => (hours[800] = 900) })
    expect(ofSpikes(data)[0]?.evidence.fromCounter).toBeUndefined()
  })
})
