import terms from '../terms.ts'

export default {
  title: 'Units',
  hint: 'Values are converted for the eye, and marked so. Files hold what the service sent, unless you ask for these units.',
  asSent: 'As sent',
  pressureUnit: terms.pressure,
  differentialPressureUnit: terms.differentialPressure,
  volumeUnit: terms.volume,
  counterUnit: 'Counters',
  flowUnit: terms.flow,
  temperatureUnit: terms.temperature,
  converted: '{unit} (conv.)',
  mark: 'conv.',
  asSentTitle: '{value}, as sent',
  convertedTitle: 'Converted from {unit}',
  inFiles: 'In the units shown (CSV, XLSX)',
  inFile: '{format} in the units shown',
  inFilesHint: 'Converted by the program; the header names the unit. Otherwise files hold what the service sent.',
  refuted: '{value}, not counted: {why}',
  refutedFor: '{value}, not counted: {why}. {instead} counts instead',
}
