import { foldText } from './folding.ts'

/** Forms of companies that people leave out, in both languages. */
const FORMS = new Set('ооо оао зао ао пао нао ип чп тоо мбоу мкоу мбдоу мкдоу муп гуп мку мбу фгуп фгбу гбу llc ltd inc jsc'.split(' '))

/** A name without quotation marks, signs and the form of the company, folded. */
const bare = (name: string): string =>
  foldText(name.replaceAll(/[«»"'“”„‘’(),.]/gu, ' '))
    .split(' ')
    .filter((word) => !FORMS.has(word))
    .join(' ')

/** Whether a text is that very name, with or without quotation marks and the form of the company: 'берёзка' is 'ООО «Берёзка»'. */
export function isNameOf(name: string, typed: string): boolean {
  if (foldText(name) === foldText(typed)) return true
  const asked = bare(typed)
  return asked !== '' && bare(name) === asked
}
