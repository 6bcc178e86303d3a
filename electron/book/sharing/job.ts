import type { Merged } from '../../contract/merge-words.ts'
import { inThread as workInThread, type ThreadOptions } from '../thread.ts'
import type { MergeAsked } from './merge.ts'
import type { Shared, ShareAsked } from './share.ts'

export type Job = { kind: 'merge'; asked: MergeAsked } | { kind: 'share'; asked: ShareAsked }
export type JobOptions = ThreadOptions

/** Does a job in a thread of its own. An aborted signal ends it before its next statement: it then throws CANCELLED. */
export const inThread = (job: Job, options: JobOptions): Promise<Merged | Shared> =>
  workInThread({ folder: import.meta.dirname, built: 'sharing.js', name: 'sharing', asked: job }, options)
