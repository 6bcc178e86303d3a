import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
import { makeOwnFolder, OWN_FILE } from '../../book/file/private.ts'

/** Where what we know of schedules and their runs lies. */
export const schedulesFolder = (dataFolder: string): string => path.join(dataFolder, 'schedules')

/** A small file of ours, the user's alone; null: there is none that can be read. */
export function readOwn<Shape extends z.ZodType>(file: string, shape: Shape): z.infer<Shape> | null {
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** Written beside and renamed: a reader sees the one before or this one, whole. */
export function writeOwn(file: string, value: unknown): void {
  makeOwnFolder(path.dirname(file))
  const aside = `${file}.${process.pid}.new`
  rmSync(aside, { force: true })
  writeFileSync(aside, `${JSON.stringify(value, null, 2)}\n`, { mode: OWN_FILE, flag: 'wx' })
  renameSync(aside, file)
}
