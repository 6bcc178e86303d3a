import { os } from '@orpc/server'
import { cutForEye, SHOWN } from '../contract/cut.ts'

/**
 * Answers as windows show them: names are cut, and so are the texts of long lists, because a thousand rows of a megabyte
 * each fill the window's memory. The details of one thing (`get`) have its texts whole, and so have files.
 */
export const withShortTexts = os.middleware(async ({ next, path }) => {
  const result = await next()
  return path.at(-1) === 'get' ? result : { ...result, output: shortened(result.output) }
})

const isName = (key: string): boolean => /name$/i.test(key)

/** The value itself where nothing in it is too long: what is kept from answer to answer is never changed. */
function shortened<T>(value: T, key?: string, isInList?: boolean): T
function shortened(value: unknown, key = '', isInList = false): unknown {
  if (typeof value === 'string') return isName(key) ? cutForEye(value, SHOWN.cell) : isInList ? cutForEye(value, SHOWN.text) : value
  if (Array.isArray(value)) {
    let copy: unknown[] | null = null
    for (const [at, item] of value.entries()) {
      const short = shortened(item, key, isInList)
      if (short !== item) (copy ??= value.slice())[at] = short
    }
    return copy ?? value
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  let copy: Record<string, unknown> | null = null
  for (const [name, item] of Object.entries(value)) {
    const short = shortened(item, name, isInList || name === 'rows')
    if (short !== item) (copy ??= { ...value })[name] = short
  }
  return copy ?? value
}
