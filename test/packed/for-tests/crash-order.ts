import { tmpdir } from 'node:os'
import path from 'node:path'

/** The file by which the thread of a program that is packed for tests is told to crash once. Threads know where temporary files go. */
export const crashOrder = (): string => path.join(tmpdir(), 'meterbook-crash-a-thread')
