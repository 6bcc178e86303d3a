import { getCompileCacheDir } from 'node:module'
import { workInThread } from '../../../electron/book/thread-work.ts'

/** A thread that says where it reads what was compiled before. */
workInThread(() => getCompileCacheDir() ?? null)
