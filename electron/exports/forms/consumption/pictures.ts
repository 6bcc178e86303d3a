import { hourName } from '../../../contract/clock-text.ts'
import { firstWhere } from '../../../contract/bisect.ts'
import { gasDaySpan, type GasClock } from '../../../contract/time/gas-day.ts'
import { addDays } from '../../../contract/time/day.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import { wordsOf } from '../../../words/program.ts'
import type { FormPicture, FormSource } from '../content.ts'
import type { PartSpan } from '../part.ts'
import { chartSvg } from '../pictures/echart.ts'
import { printedIn, type Printed } from '../printed.ts'
import { isWhole, type Consumption, type Measured } from './measured.ts'

/** Consumption as bars by period, and its hours as a carpet: a column a gas day, a row an hour. */

const SIZE = { width: 1000, height: 125 }
const COLOURS = { whole: '#2f6db3', partly: '#a9c6e6', axis: '#5f6872', rule: '#e3e6ea' }
const FONT = 11

export function consumptionPictures(
  source: FormSource,
  consumption: Consumption,
  { span, gas }: { span: PartSpan; gas: GasClock },
): FormPicture[] {
  const { form, language } = source
  const printed = printedIn(language, gas.zone)
  const wanted = (key: string) => form.pictures.includes(key)
  const carpet = wanted('carpet') ? carpetPicture(source, consumption, { span, gas, printed }) : null
  return [...(wanted('chart') ? [chartPicture(source, consumption, printed)] : []), ...(carpet ? [carpet] : [])]
}

function chartPicture({ form, language }: FormSource, { periods }: Consumption, printed: Printed): FormPicture {
  const { caption } = wordsOf(language).formConsumption
  const nameOf = ({ step }: Measured) =>
    form.step === 'month' ? printed.month(step.day) : printed.day(step.day).replace(/\D?\d{4}\D?/, '')
  const svg = chartSvg(
    {
      grid: { left: 58, right: 6, top: 8, bottom: 22 },
      xAxis: {
        type: 'category',
        data: periods.map(nameOf),
        axisLabel: { fontSize: FONT, color: COLOURS.axis, hideOverlap: true },
        axisLine: { lineStyle: { color: COLOURS.axis, width: 0.8 } },
        axisTick: { show: false },
      },
      yAxis: {
        type: 'value',
        splitNumber: 3,
        axisLabel: { fontSize: FONT, color: COLOURS.axis, formatter: (value: number) => printed.number(value) },
        splitLine: { lineStyle: { color: COLOURS.rule, width: 0.7 } },
      },
      series: [
        {
          type: 'bar',
          barCategoryGap: '25%',
          data: periods.map((period) => ({
            value: period.standard ?? period.working ?? '-',
            itemStyle: { color: isWhole(period) ? COLOURS.whole : COLOURS.partly },
          })),
        },
      ],
    },
    SIZE,
  )
  return { key: 'chart', svg, ratio: SIZE.width / SIZE.height, caption: caption[form.step](wordsOf(language).units.m3) }
}

/** Gas days have up to 25 hours, where clocks go back. */
const MOST_HOURS = 25
/** Colours of the carpet: more cannot be told apart. */
const SHADES = 12
/** More days are columns too narrow to see. */
const MOST_DAYS = 800

interface CarpetFacts {
  span: PartSpan
  gas: GasClock
  printed: Printed
}

/** Null without hours. One path a shade: a year is twelve paths, not 8,760 squares. */
function carpetPicture(
  { language }: FormSource,
  { hours: { timesMs, amounts } }: Consumption,
  { span, gas, printed }: CarpetFacts,
): FormPicture | null {
  if (span.days > MOST_DAYS) return null
  const first = firstWhere(0, timesMs.length, (row) => (timesMs[row] as number) > span.fromMs)
  const end = firstWhere(0, timesMs.length, (row) => (timesMs[row] as number) > span.toMs)
  const inSpan = Array.from(amounts.subarray(first, end)).filter((amount) => !Number.isNaN(amount))
  if (inSpan.length === 0) return null
  const least = inSpan.reduce((low, amount) => Math.min(low, amount), Infinity)
  const most = inSpan.reduce((high, amount) => Math.max(high, amount), -Infinity)
  const labels = 58
  const [width, high] = [SIZE.width, 92]
  const wide = (width - labels - 6) / span.days
  const tall = high / MOST_HOURS
  const paths = Array.from({ length: SHADES }, () => '')
  for (let nth = 0, row = first; nth < span.days; nth++) {
    const day = addDays(span.from, nth)
    const { fromMs, toMs } = gasDaySpan(day, day, gas)
    for (; row < end && (timesMs[row] as number) <= toMs; row++) {
      const amount = amounts[row] as number
      if (Number.isNaN(amount)) continue
      const hour = Math.ceil(((timesMs[row] as number) - fromMs) / HOUR_MS) - 1
      const shade = most > least ? Math.min(SHADES - 1, Math.floor(((amount - least) / (most - least)) * SHADES)) : 0
      const [x, y] = [round(labels + nth * wide), round(hour * tall)]
      paths[shade] += `M${x} ${y}h${round(wide)}v${round(tall)}h-${round(wide)}z`
    }
  }
  const drawn = paths.map((path, shade) => (path ? `<path d="${path}" fill="${shadeOf(shade)}"/>` : '')).join('')
  const hourMarks = [0, 6, 12, 18].map((hour) => {
    const name = hourName((gas.contractHour + hour) % 24)
    return text(labels - 6, hour * tall + FONT - 2, name, 'end')
  })
  const every = Math.ceil(span.days / 12)
  const dayMarks = Array.from({ length: Math.ceil(span.days / every) }, (_, nth) => {
    const label = printed.day(addDays(span.from, nth * every)).replace(/\D?\d{4}\D?/, '')
    return text(labels + (nth * every + 0.5) * wide, high + 14, label, 'middle')
  })
  const height = high + 20
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${drawn}${hourMarks.join('')}${dayMarks.join('')}</svg>`
  const { caption } = wordsOf(language).formConsumption
  return {
    key: 'carpet',
    svg,
    ratio: width / height,
    caption: caption.carpet(printed.number(least, 1), printed.number(most, 1), wordsOf(language).units.m3),
  }
}

const PALE = [226, 237, 248] as const
const DARK = [13, 51, 105] as const
const shadeOf = (shade: number): string =>
  `rgb(${PALE.map((pale, at) => Math.round(pale + (((DARK[at] ?? 0) - pale) * shade) / (SHADES - 1))).join(',')})`

const round = (value: number): number => Math.round(value * 100) / 100
const text = (x: number, y: number, said: string, anchor: 'middle' | 'end') =>
  `<text x="${round(x)}" y="${round(y)}" font-family="Roboto" font-size="${FONT}" fill="${COLOURS.axis}" text-anchor="${anchor}">${said}</text>`
