import { workInThread } from '../thread-work.ts'
import { mergeBooks } from './merge.ts'
import { makeShared } from './share.ts'
import type { Job } from './job.ts'

/** Books are shared and merged in a thread of their own: single statements take seconds, and the backend goes on answering. */
workInThread<Job>((job, { tell, isCancelled }) =>
  job.kind === 'merge' ? mergeBooks(job.asked, tell, isCancelled) : makeShared(job.asked, tell, isCancelled),
)
