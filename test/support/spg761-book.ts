import { writeXlsx } from 'hucre/xlsx'

/** The days of a SPG761 as a spreadsheet: heads of several rows, real dates, thousands of cubic metres, sums and means below. */
export async function spg761Book(): Promise<Buffer> {
  const days = Array.from({ length: 10 }, (_, nth) => [
    new Date(Date.UTC(2026, 9, 1 + nth)),
    2.5 + nth * 0.125,
    1250.5 + nth * 3,
    0.402 + nth * 0.001,
    11.5 - nth * 0.25,
  ])
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Титул', rows: [['Отчёт по узлу учёта газа']] },
      {
        name: 'Сутки',
        rows: [
          ['Узел учёта', 'ГРС Заречье'],
          ['Прибор', 'СПГ761 зав. № 08812'],
          ['Суточный архив', 'т1'],
          [],
          ['Дата', 'V', 'V нарастающим', 'P', 'T'],
          [null, 'тыс.м3', 'тыс.м3', 'МПа', '°C'],
          ...days,
          ['Итого', 30.625],
          ['Среднее', null, null, 0.4065, 10.375],
        ],
      },
    ],
  })
  return Buffer.from(bytes)
}
