import type { Failure } from '../contract/common.ts'
import { SENTENCES, type Facts } from '../terminal/sentences.ts'
import { duration, shown } from './numbers.ts'

/** The sentence of a failure, for the terminal. It never holds a secret: `data` never does. */
export function sentenceOf({ code, data }: Failure): string {
  const sentence = SENTENCES[isKnown(code) ? code : 'UNKNOWN']
  const fact: Facts = (name) => {
    const value = data[name] ?? ''
    if (name.endsWith('Ms') && typeof value === 'number') return duration(value)
    // Facts come from the service, from books and from file names: none of them may control the terminal.
    return shown(String(value))
  }
  return typeof sentence === 'string' ? sentence : sentence(fact)
}

const isKnown = (code: string): code is keyof typeof SENTENCES => Object.hasOwn(SENTENCES, code)
