import { recoverBook, type RecoverAsked } from '../recovery/recover.ts'
import { serveOwner } from '../threads/serve.ts'
import { mergeBooks, type MergeAsked } from './merge.ts'
import { makeShared, type ShareAsked } from './share.ts'
import type { AtWork } from '../threads/messages.ts'

/** Books are shared, merged and recovered in a thread of their own: single statements take seconds, and the backend goes on answering. */
const questions = {
  merge: (asked: MergeAsked, { tell, isCancelled }: AtWork) => mergeBooks(asked, tell, isCancelled),
  share: (asked: ShareAsked, { tell, isCancelled }: AtWork) => makeShared(asked, tell, isCancelled),
  recover: (asked: RecoverAsked, at: AtWork) => recoverBook(asked, at),
}
export type SharingQuestions = typeof questions

serveOwner(questions)
