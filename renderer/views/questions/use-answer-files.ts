import { useI18n } from 'vue-i18n'
import { QUESTION_FORMATS, type QuestionFormat } from '../../../electron/contract/question-words.ts'
import { pictureOf, type Picturable, type PictureFormat, type PictureUse } from '../../charts/picture.ts'
import { usePrintedPicture } from '../../charts/print-picture.ts'
import { useChartTheme } from '../../charts/theme.ts'
import { client } from '../../client.ts'
import { useExports } from '../../stores/exports.ts'
import { useFormat } from '../../stores/words/format.ts'
import type { AskedQuestion } from './use-answer.ts'

/** Files of an answer: all its rows, or its picture. */
export function useAnswerFiles(shown: () => { asked: AskedQuestion; name: string | null } | null, drawn: () => Picturable | null) {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const exports_ = useExports()
  const theme = useChartTheme()
  const printed = usePrintedPicture()
  const titleOf = (name: string | null) => name ?? t('questions.link')

  function write(form: QuestionFormat): void {
    const now = shown()
    if (!now) return
    const { reader, timeZone, language } = exports_.how(form)
    void exports_.run(() => client.questions.write({ ...now.asked, name: titleOf(now.name), format: form, reader, timeZone, language }))
  }
  async function picture(file: PictureFormat): Promise<Blob | null> {
    const [now, chart] = [shown(), drawn()?.picture()]
    if (!now || !chart) return null
    const caption = { title: titleOf(now.name), subtitle: format.zoneLabel() }
    return 'drawn' in chart
      ? chart.drawn(caption, file)
      : pictureOf(chart.option, chart.size, { ...caption, legend: chart.legend }, theme.value, file)
  }
  async function save(file: PictureFormat) {
    const blob = await picture(file)
    return blob && client.exports.image({ name: `${titleOf(shown()?.name ?? null)}.${file}`, blob })
  }
  async function print(): Promise<null> {
    await printed(() => picture('svg'), titleOf(shown()?.name ?? null))
    return null
  }
  const PICTURES: readonly PictureUse[] = ['png', 'svg', 'print']
  return {
    formats: QUESTION_FORMATS,
    pictures: PICTURES,
    /** Writes a file by its command in the menu. */
    make(command: string): void {
      const form = QUESTION_FORMATS.find((one) => one === command)
      const use = PICTURES.find((one) => one === command)
      if (form) write(form)
      else if (use === 'print') void exports_.run(print)
      else if (use) void exports_.run(() => save(use))
    },
  }
}
