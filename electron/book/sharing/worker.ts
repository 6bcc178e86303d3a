import { MeterbookError } from '../../contract/errors.ts'
import { recoverBook, type RecoverAsked } from '../recovery/recover.ts'
import { whereDamaged } from '../recovery/where.ts'
import { serveOwner } from '../threads/serve.ts'
import { mergeBooks, type MergeAsked } from './merge.ts'
import { makeShared, type ShareAsked } from './share.ts'
import type { AtWork } from '../threads/messages.ts'

/** Books are shared, merged and recovered in a thread of their own: single statements take seconds, and the backend goes on answering. */
const questions = {
  merge: (asked: MergeAsked, { tell, isCancelled }: AtWork) => mergeBooks(asked, tell, isCancelled),
  share: (asked: ShareAsked, { tell, isCancelled }: AtWork) => makeShared(asked, tell, isCancelled),
  where: ({ file }: { file: string }, { isCancelled }: AtWork) =>
    whereDamaged(file, () => {
      if (isCancelled()) throw new MeterbookError('CANCELLED')
    }),
  recover: (asked: RecoverAsked, at: AtWork) => recoverBook(asked, at),
}
export type SharingQuestions = typeof questions

serveOwner(questions)
