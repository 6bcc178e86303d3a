import terms from '../terms.ts'

export default {
  title: 'Единицы измерения',
  hint: 'Значения пересчитываются только для показа, с пометкой. В файлах — то, что прислал сервис, если не попросить эти единицы.',
  asSent: 'Как прислано',
  pressureUnit: terms.pressure,
  differentialPressureUnit: terms.differentialPressure,
  volumeUnit: terms.volume,
  counterUnit: 'Счётчики',
  flowUnit: terms.flow,
  temperatureUnit: terms.temperature,
  converted: '{unit} (пересч.)',
  mark: 'пересч.',
  asSentTitle: 'прислано: {value}',
  convertedTitle: 'Пересчитано из {unit}',
  inFiles: 'В единицах показа (CSV, XLSX)',
  inFile: '{format} в единицах показа',
  inFilesHint: 'Пересчитано программой, единица названа в заголовке. Иначе в файле то, что прислал сервис.',
  refuted: '{value}, не учтено: {why}',
  refutedFor: '{value}, не учтено: {why}. Вместо него учтено {instead}',
}
