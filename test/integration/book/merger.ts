import { openBook } from '../../../electron/book/index.ts'
import { mergeBooks } from '../../../electron/book/sharing/merge.ts'

/** A program that merges one book into another, as the thread of a backend does; it says when it begins and when it has done. */
const [file = '', other = ''] = process.argv.slice(2)
const book = openBook(file, { mode: 'write', now: Date.now, owner: 'merger' })
process.stdout.write('begins\n')
mergeBooks(
  { file: book.file, other, isDryRun: false, nowMs: 1_800_000_000_000 },
  () => undefined,
  () => false,
)
process.stdout.write('done\n')
book.close()
