import { useI18n } from 'vue-i18n'
import type { HealthRow } from '../../../../electron/contract/fleet.ts'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { useArchiveNames } from '../../../stores/words/archives.ts'
import { useFormat } from '../../../stores/words/format.ts'
import { useProgram } from '../../../stores/program.ts'

type Trend = HealthRow['telemetryBattery']
type Against = HealthRow['retries']
/** A fact of a station's health: what, how much in words, and how much it deserves a look. */
export interface HealthFact {
  key: string
  name: string
  text: string
  tone: string
}

const HOURS_A_DAY = 24
/** From here on hours are said as days. */
const DAYS_FROM_HOURS = 48
/** Twice the median of its like is unlike them. */
const UNLIKE = 2

/** A station's health in words; where nothing can be said, why. */
export function useHealthWords() {
  const { t } = useI18n({ useScope: 'global' })
  const program = useProgram()
  const format = useFormat()
  const { archiveName } = useArchiveNames()

  const lasting = (hours: number): string =>
    hours < DAYS_FROM_HOURS
      ? format.counted('health.hours', Math.round(hours * 10) / 10)
      : format.counted('health.days', Math.round(hours / HOURS_A_DAY))
  function silenceFact({ silentHours, rhythmHours, silenceTimes, silence, lastSessionMs }: HealthRow): HealthFact {
    const fact = (text: string, tone = '') => ({ key: 'silence', name: t('health.sessions'), text, tone })
    if (lastSessionMs === null || silentHours === null) return fact(t('health.noSession'), 'muted')
    const silent = t('health.silent', { time: lasting(silentHours) })
    if (rhythmHours === null) return fact(`${silent}; ${t('health.noRhythm')}`)
    const usual = t('health.rhythm', { time: lasting(rhythmHours) })
    const tone = silence === 'fail' ? 'tone-bad' : silence === 'suspect' ? 'tone-warn' : ''
    return fact(tone ? `${silent} (×${format.number(silenceTimes ?? 0, 1)}), ${usual}` : `${usual}; ${silent}`, tone)
  }
  function next({ nextSessionMs, missedSession }: HealthRow): HealthFact {
    const fact = (text: string, tone = '') => ({ key: 'next', name: t('health.planned'), text, tone })
    if (nextSessionMs === null) return fact(t('health.notPlanned'), 'muted')
    const time = format.dateTime(nextSessionMs)
    return missedSession ? fact(t('health.missed', { time }), 'tone-warn') : fact(time)
  }
  function overwriting(row: HealthRow): HealthFact {
    const fact = (text: string, tone = '') => ({ key: 'overwriting', name: t('health.archive'), text, tone })
    if (!row.depthKnown) return fact(t('health.noDepth'), 'muted')
    if (row.overwrittenAtMs === null) return fact(t('health.nothingAtRisk'), 'tone-good')
    const left = (row.overwrittenAtMs - program.nowMs) / HOUR_MS
    const archive = row.overwrittenArchive === null ? '' : archiveName(row.overwrittenArchive)
    const day = format.date(row.overwrittenAtMs)
    if (left <= 0) return fact(t('health.overwriting', { archive, day }), 'tone-bad')
    return fact(t('health.overwritten', { archive, day, left: lasting(left) }), 'tone-warn')
  }
  function situations({ openSituations }: HealthRow): HealthFact {
    return {
      key: 'situations',
      name: t('health.situations'),
      text: openSituations === 0 ? t('health.noSituations') : format.counted('health.openSituations', openSituations),
      tone: openSituations > 0 ? 'tone-warn' : '',
    }
  }
  function against(key: 'retries' | 'duration' | 'traffic', { median, times }: Against): HealthFact {
    const value = median === null ? t('health.noNumbers') : t('health.median', { value: format.number(median, 2) })
    const like = times === null ? t('health.noLike') : t('health.timesLike', { times: format.number(times, 1) })
    const tone = times !== null && times >= UNLIKE ? 'tone-warn' : ''
    return { key, name: t(`health.${key}`), text: median === null ? value : `${value}, ${like}`, tone }
  }
  function signal({ signal: { median, slopeADay } }: HealthRow): HealthFact {
    const slope = slopeADay === null ? '' : `, ${slopeText(slopeADay)}`
    const text = median === null ? t('health.noNumbers') : t('health.median', { value: format.number(median, 1) }) + slope
    return { key: 'signal', name: t('health.signal'), text, tone: '' }
  }
  const slopeText = (aDay: number): string => {
    const month = aDay * 30
    const value = format.number(Math.abs(month), Math.abs(month) < 0.1 ? 4 : 2)
    if (Number(Math.abs(month).toFixed(4)) === 0) return t('health.steady')
    return t(month < 0 ? 'health.falls' : 'health.rises', { value })
  }
  function end({ endsAtMs, earliestMs, latestMs, noForecast, endLevel }: Trend): string {
    const named = {
      level: endLevel === null ? '' : format.number(endLevel, 3),
      day: endsAtMs === null ? '' : format.date(endsAtMs),
      earliest: earliestMs === null ? '' : format.date(earliestMs),
      latest: latestMs === null ? '' : format.date(latestMs),
    }
    if (noForecast === 'ended') return t(endsAtMs === null ? 'health.ended' : 'health.endedSince', named)
    if (noForecast !== null) return t('health.noForecastWhy', { why: t(`health.noForecast.${noForecast}`) })
    return t(latestMs === null ? 'health.endsOpen' : 'health.ends', named)
  }
  function battery(trend: Trend): string[] {
    const { median, slopeADay, replacedAtMs, noForecast } = trend
    if (median === null) return [t(`health.noForecast.${noForecast ?? 'none_sent'}`)]
    return [
      t('health.median', { value: format.number(median, 3) }) + (slopeADay === null ? '' : `, ${slopeText(slopeADay)}`),
      end(trend),
      replacedAtMs === null ? '' : t('health.replaced', { day: format.date(replacedAtMs) }),
    ].filter(Boolean)
  }
  const usual = ({ usualM3ADay }: HealthRow): HealthFact => ({
    key: 'usual',
    name: t('health.usual'),
    text: usualM3ADay === null ? t('fleet.usualUnknown') : t('health.m3ADay', { n: format.number(usualM3ADay, usualM3ADay < 10 ? 1 : 0) }),
    tone: usualM3ADay === null ? 'muted' : '',
  })

  const facts = (row: HealthRow): HealthFact[] => [
    silenceFact(row),
    next(row),
    overwriting(row),
    situations(row),
    signal(row),
    against('retries', row.retries),
    against('duration', row.duration),
    against('traffic', row.traffic),
    usual(row),
  ]
  return { facts, battery }
}
