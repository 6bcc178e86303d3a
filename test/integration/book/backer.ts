import { join } from 'node:path'
import { makeBackup } from '../../../electron/book/backups/make.ts'
import { openBook } from '../../../electron/book/index.ts'

/** A program that makes a backup of a book, or migrates it, as the thread of a backend does; it says when it begins and when it has done. */
const [what = '', file = '', folder = ''] = process.argv.slice(2)
const place = { folder: join(folder, 'backups'), isOwn: true }
process.stdout.write('begins\n')
if (what === 'migrate') openBook(file, { mode: 'write', now: Date.now, copyFirst: { places: [place] } }).close()
else {
  await makeBackup({
    file,
    place,
    why: 'asked',
    keeping: { newest: 1, weeks: 0, mostBytes: 1e12 },
    onlyChanged: false,
    owner: 'backer',
    nowMs: Date.now(),
  })
}
process.stdout.write('done\n')
