import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
import { makeOwnFolder } from '../../book/file/private.ts'
import { replaceOwnFile } from '../own-file.ts'

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

/** Replaces it whole: a window and a run may both write. */
export function writeOwn(file: string, value: unknown): void {
  makeOwnFolder(path.dirname(file))
  replaceOwnFile(file, `${JSON.stringify(value, null, 2)}\n`, `${file}.${process.pid}.new`)
}
