import type { FailureCode } from '../contract/errors.ts'
import { AMBIGUITY_WORDS } from '../words/en/bundle.ts'
import { IMPORT_FAULT_WORDS } from '../words/en/import-faults.ts'
import { QUESTION_FAULT_WORDS } from '../words/en/question-faults.ts'
import { UPDATE_FAULT_WORDS, UPDATE_SILENCE_WORDS } from '../words/en/update-faults.ts'
import type { Refusal } from '../contract/question-words.ts'
import type { Ambiguity } from '../contract/evidence-words.ts'
import { ARCHIVE_WORDS } from '../contract/records.ts'

/**
 * What the command line and the hosts print. They speak English alone: their output is for scripts and logs as much as
 * for people.
 */

/** What the hosts of the browser print. */
export const HOST = {
  address: 'Open this address in a browser on this computer; it works once. Ctrl+C ends Meterbook.',
  crashed:
    'Meterbook ended because of an error of its own. Everything committed so far is kept. `meterbook log` shows what happened, `meterbook diagnostics --out FILE` puts together what somebody needs who helps.',
  portTaken: (port: number | undefined) => `Port ${port} is taken by another program. Choose another with --port.`,
  secondBrowser:
    'A second browser came with the address or the cookie of this session, and was refused. If that was not you, somebody else on this computer has seen them: end Meterbook and start it again.',
}

/** A fact of the failure by its name, as a text; a name that ends in `Ms` is a duration. Empty where it is not known. */
export type Facts = (name: string) => string
type Sentence = string | ((fact: Facts) => string)

const ownAuthority = (whose: string) =>
  `If ${whose} has an authority of its own, add its certificate to this computer's, or name its file with --authority.`

/** What happened, what was kept, and what to do, for each failure code. */
export const SENTENCES: Record<FailureCode | 'OUTPUT_NOT_WRITTEN', Sentence> = {
  WRONG_PASSWORD: 'The service refused this email and password. Nothing was changed. Check both and try again.',
  SIGN_IN_REFUSED: (fact) =>
    `The service refused the sign-in${of(fact('status'), ' (HTTP ', ')')}. Nothing was changed. Try again later, or ask the operator of the service about this account.`,
  BAD_TOKEN: (fact) =>
    `The service answered the sign-in with a token that cannot be sent back${of(fact('header'), ' (', ')')}: it is too long, or has characters that no header holds. Nothing was changed. Tell the operator of the service.`,
  UNREACHABLE: (fact) =>
    `The service cannot be reached${of(fact('host'), ' at ')}. Everything downloaded so far is kept. Check the address, the network and the proxy, then run the same command again.`,
  TIMEOUT: (fact) =>
    `The service did not answer in time${of(fact('path'), ' (', ')')}. Everything downloaded so far is kept. Run the same command again later.`,
  TLS: (fact) =>
    `No secure connection to the service${of(fact('host'), ' at ')}: its certificate is not trusted on this computer, or the handshake failed. Nothing was sent. Check the address. ${ownAuthority('the service')}`,
  NOT_THE_SERVICE: (fact) =>
    `Something answers${of(fact('host'), ' at ')}, but it is not a metering service. Nothing was changed. Check the address (--url).`,
  REDIRECTED: (fact) =>
    `The service answered with a redirect${of(fact('location'), ' to ')}, which is not followed so that no token travels to another machine. Use the address that it leads to, if you trust it.`,
  UNENCRYPTED_REFUSED: (fact) =>
    `http:// would send the password${of(fact('host'), ' to ')} unencrypted. Use https://, or allow it on purpose with --allow-unencrypted.`,
  BAD_ADDRESS: 'This is no address of a service. Write it like https://metering.example.org.',
  BAD_PROXY: (fact) =>
    `${fact('source') === 'preferences' || !fact('source') ? 'The proxy of the preferences' : fact('source')} is no address of a proxy. Nothing was sent. Write it like http://proxy.example.org:3128 (http, https or socks5).`,
  BAD_AUTHORITY: (fact) =>
    `${fact('file') || 'The file'} holds no certificates that can be used${fact('reason') === 'missing' ? ': it is not there, or cannot be read' : ''}. Nothing was sent. Name a file of the authority’s certificates, in PEM or DER.`,
  PROXY_REFUSED: (fact) =>
    fact('status') === '407'
      ? "The proxy refused the connection: it wants a name and a password, or others (HTTP 407). Nothing reached the service. Everything downloaded so far is kept. Correct them in the preferences: these keep them in the vault, and 'meterbook accounts' says whether it can be opened here. Where the preferences name no proxy, correct HTTPS_PROXY or HTTP_PROXY, like http://name:password@proxy.example.org:3128."
      : `The proxy refused the connection to the service${of(fact('status'), ' (HTTP ', ')')}. Nothing reached the service. Everything downloaded so far is kept. Check the proxy of the preferences or, where these name none, HTTPS_PROXY, HTTP_PROXY and NO_PROXY; or ask who runs the proxy.`,
  SIGNED_OUT:
    'The service ended this session and could not be signed in to again. Everything downloaded so far is kept. Run the same command again with the password.',
  TOO_MANY_CONNECTIONS:
    'The service closed this connection: too many are open for this account. Everything downloaded so far is kept. Close other programs that use the account, or run again with fewer --lanes.',
  RATE_LIMITED: (fact) =>
    `The service asks for fewer requests${of(fact('retryAfterMs'), ' (again in ', ')')}. Everything downloaded so far is kept. Run the same command again later.`,
  HTTP_STATUS: (fact) =>
    `The service answered with HTTP ${fact('status') || 'an error'}${of(fact('path'), ' on ')}. Everything downloaded so far is kept. Run the same command again later.`,
  BAD_PAGE: (fact) =>
    `The service sent an answer that cannot be read${of(fact('path'), ' on ')}${of(fact('reason'), ' (', ')')}. Everything downloaded so far is kept. Run the same command again later.`,
  PAGE_LOOP: (fact) =>
    `The pages of the service go round in a circle${of(fact('path'), ' on ')}. What was read before is kept. Run the same command again later.`,
  BODY_TOO_LARGE: (fact) =>
    `An answer of the service is larger than 64 MiB${of(fact('path'), ' on ')} and was not read. Everything else is kept. Ask for a shorter span.`,
  CANCELLED: 'Interrupted. Everything committed so far is kept; run the same command again to go on.',
  PASSWORD_NEEDED: 'A password is needed: set METERBOOK_PASSWORD, type it when asked, or give it on standard input.',
  NOT_REMEMBERED: (fact) =>
    `${notRemembered[fact('reason')] ?? notRemembered['nothing-kept']}${of(fact('email'), ' (', ')')}. Nothing was changed. ${
      fact('reason') === 'no-key' || fact('reason') === 'other-key'
        ? 'Start Meterbook and run the same command again, or set METERBOOK_VAULT_KEY to the key of the vault or METERBOOK_PASSWORD to the password.'
        : 'Sign in to it in Meterbook and have the password remembered, or set METERBOOK_PASSWORD, or name --url and --email.'
    }`,
  PROGRAM_GONE:
    'Meterbook, which did the download, ended before it was done. Everything committed so far is kept. Run the same command again: it carries on.',
  NOT_A_BOOK: (fact) =>
    `${file(fact)} is not a Meterbook book. It was left untouched. ${fact('role') === 'other' ? 'Name another file.' : 'Choose another file with --book. If it was a book, its beginning is damaged: `meterbook check --book FILE` says what is left of it.'}`,
  NEWER_BOOK: (fact) =>
    `${file(fact)} was made by a newer version of Meterbook${of(fact('version'), ' (book version ')}${of(fact('known'), '; this program knows up to ')}${fact('version') ? ')' : ''}. It was left untouched. Update this program to open it.`,
  BOOK_IN_USE: (fact) =>
    `${file(fact)} is being written by ${owner(fact)}. It was left untouched. Wait until that program is done, or close it.`,
  BOOK_MISSING: (fact) =>
    fact('role') === 'other'
      ? `There is no book at ${file(fact)}. Nothing was changed. Check the name.`
      : `There is no book at ${file(fact)}, or no such folder. Check --book; \`meterbook sync\` makes a new book in a folder that is there.`,
  BOOK_DAMAGED: (fact) =>
    `${file(fact)} is damaged${of(fact('reason'), ' (', ')')}. It was left as it is. \`meterbook check --book FILE\` says where. Put a backup in its place with \`meterbook restore --book FILE BACKUP\` (never by copying it over the book), or make a new one of what can be read with \`meterbook recover --book FILE --out NEW\`.`,
  FOREIGN_BOOK: (fact) =>
    `${file(fact)} holds something that Meterbook did not make${of(fact('what'), ': ')}. It could change or hold up what you do, so the book was left untouched. Use a copy from somebody you trust, or take it out with an SQLite tool.`,
  NOT_A_FILE: (fact) => `${file(fact)} is ${KINDS[fact('kind')] ?? 'no ordinary file'}. It was left untouched. Name an ordinary file.`,
  NAME_TOO_LONG: (fact) =>
    `The name is too long for this disk${of(fact('file').slice(0, 60), ': ', '…')}. Nothing was done. Choose a shorter one.`,
  DISK_FULL: (fact) =>
    `The disk is full${of(fact('file'), ' (', ')')}. Everything committed so far is kept, and no half file was left. Free some space and run the same command again.`,
  DISK_ERROR: (fact) =>
    `The disk, or the network it is reached by, failed while ${file(fact)} was used${of(fact('reason'), ' (', ')')}. That says nothing against the book: everything committed so far is kept as far as the disk kept it. See that the disk is there and has room, then try again; if it stays, copy ${fact('role') === 'other' ? 'it' : 'the book'} to another disk${fact('role') === 'other' ? ' and name the copy' : ' and run `meterbook check`'}.`,
  READ_ONLY_FOLDER: (fact) => `${file(fact)} cannot be written: its folder is read-only. Choose another place with --book.`,
  OTHER_ACCOUNT: (fact) =>
    `${file(fact)} belongs to another account${of(fact('email'), ' (', ')')}. It was left untouched. Choose another file with --book.`,
  BOOK_CLOSED: (fact) =>
    `${file(fact)} was closed before this was done. Files that were written until then are whole and kept. Run the same command again.`,
  NO_BOOK: 'No book is open. Name one with --book FILE.',
  READ_ONLY_BOOK: (fact) => `${file(fact)} is open for reading only. Nothing was changed.`,
  FILE_NOT_READABLE: (fact) =>
    `${fact('file') || 'The file'} cannot be read${of(unreadText(fact('reason')), ': ')}. Nothing was done. Name an ordinary file that you may read.`,
  FILE_NOT_WRITABLE: (fact) =>
    `${fact('file') || 'The file'} cannot be written${of(reasonText(fact('reason')), ': ')}. No half file was left. Choose another place with --out.`,
  FILE_PROTECTED: (fact) =>
    `${fact('file') || 'The file'} is ${PROTECTED[fact('what')] ?? 'a file that Meterbook keeps'}. Nothing was written: it is as it was. Choose another name with --out.`,
  FOLDER_MISSING: (fact) =>
    `The folder${of(fact('file'), ' ')} is not there. Nothing was written into it. Make it, connect its drive, or name another one with --out.`,
  LINK_REFUSED: 'This link asks for nothing that links may ask for. Nothing was opened.',
  FILE_IN_USE: (fact) =>
    `${fact('file') || 'The file'} could not be replaced: is it open in another program? It is as it was, and no half file was left. Close it there and run the same command again, or choose another name with --out.`,
  FOLDER_GONE: (fact) =>
    `The folder of ${fact('file') || 'the file'} is not there, or was removed or disconnected while the file was written. No half file was left. Make or connect it and run the same command again, or choose another place with --out.`,
  OUTPUT_NOT_WRITTEN: (fact) =>
    `The results could not be written to standard output${of(reasonText(fact('reason')), ': ')}. What was downloaded or written to files is kept. Free some space and run the same command again.`,
  BAD_INPUT: 'This cannot be right. Nothing was done. See `meterbook --help`.',
  SPAN_REVERSED: (fact) =>
    `The span ends before it begins${fact('from') && fact('to') ? ` (${fact('from')} to ${fact('to')})` : ''}. Nothing was done. Swap --from and --to.`,
  NO_COMMAND_LINE:
    'There is no installed command line that stays where it is: this is the repository (npm run -s meterbook), or a package that is unpacked anew at each start. Nothing was changed. Install the package that is set up once.',
  PATH_TAKEN: (fact) =>
    `${fact('file') || 'At that place'} is not a link that this program made. It was left as it is. Move it away, then run the same command again.`,
  PATH_NOT_CHANGED: (fact) =>
    `${fact('file') || 'The place'} could not be changed${of(reasonText(fact('reason')), ': ')}. What was on PATH is as it was. See that you may write there, or start the program by its whole path.`,
  TIME_TOO_FAR: 'This time lies before 1990 or more than ten years ahead. Nothing was written. Choose one that lies nearer.',
  UNKNOWN_TIME_ZONE: 'There is no time zone of that name. Use an IANA name, for example Europe/Moscow.',
  NOTHING_CHOSEN: 'There is nothing to do: no station or archive was chosen. Check --stations and --archives.',
  NOT_IN_BOOK: 'This is not in the book. Download it with `meterbook sync`.',
  NO_SUCH_STATION: (fact) => `There is no station ${fact('id') || 'of that number'}. \`meterbook search\` finds the number of a station.`,
  NO_SUCH_CONSUMER: (fact) => `There is no consumer ${fact('id') || 'of that number'} in this book.`,
  NO_SUCH_NOTE: 'There is no such note in this book any more. Nothing was changed.',
  NO_SUCH_BRANCH: 'There is no such branch in this book. `meterbook balance --book FILE` lists them all.',
  BAD_BRANCH: 'A branch needs a name, at least one station that goes in and one that goes out, and each station once. Nothing was changed.',
  NO_SUCH_REPORT: (fact) =>
    `There is no form and no saved report ${fact('name') ? `'${fact('name')}'` : 'of that name'} in this book. \`meterbook report --list\` names them.`,
  NAME_TAKEN: (fact) => `Another one is called ${fact('name') ? `'${fact('name')}'` : 'so'} already. Nothing was changed.`,
  NO_SUCH_TRIP: (fact) =>
    `No trip of this book is called ${fact('name') ? `'${fact('name')}'` : 'so'}. Nothing was downloaded. The window keeps trips: Downloads, Named trips.`,
  NO_SUCH_RUN:
    'There is no download in this book that could be run again. Nothing was downloaded. Say what to fetch: `meterbook sync --help`.',
  NO_SUCH_FORM: (fact) => `There is no form ${fact('form') || 'of that name'}. \`meterbook report --list\` shows all of them.`,
  FORM_BROKEN: (fact) =>
    `The form${of(fact('form'), ' ')} cannot be used.${of(fact('reason'), ' ')} Nothing was made. Change the file, or copy a form anew with \`meterbook report --copy\`.`,
  TOO_MANY_ROWS: (fact) =>
    `A PDF holds ${of(fact('most'), 'at most ', ' rows, and there are more') || 'fewer rows than there are'}. No half file was left. Choose fewer stations or a shorter span, or another --format.`,
  LETTERS_LACKING: (fact) =>
    `The fonts of a PDF lack characters${of(fact('characters'), ': ')}. Nothing was saved. A CSV or XLSX has all of them.`,
  BAD_PHOTO: (fact) =>
    `${fact('name') || 'The photograph'} is ${fact('reason') === 'too-large' ? 'larger than 2 MB' : 'no JPEG picture, or a damaged one'}. Nothing was written.`,
  BAD_LOGO: (fact) =>
    `The logo is ${fact('reason') === 'too-large' ? 'larger than 1.5 million pixels or 500 kB' : 'no PNG or JPEG picture, or a damaged one'}. Nothing was changed.`,
  IMPORT_UNREADABLE: (fact) =>
    `${fact('file') || 'The file'} cannot be read${of(importFault(fact), ': ')}. Nothing of it was kept. Check that it is the file that was read out at the device.`,
  IMPORT_TOO_LARGE: (fact) =>
    `${fact('file') || 'The file'} holds more than can be read at once${of(importFault(fact), ': ')}${of(fact('most'), ' (at most ', ')')}. Nothing of it was kept. Read out fewer days at a time, or divide the file.`,
  IMPORT_MAP_BROKEN: (fact) =>
    `The map has a mistake in line ${fact('line') || '1'}${of(importFault(fact), ': ')}. Nothing was read. Change the file and run the same command again.`,
  IMPORT_MAP_UNFIT: (fact) =>
    `The map does not fit the file${of(importFault(fact), ': ')}${of(fact('known'), '; there is: ')}. Nothing of it was kept. Change the map, or name the one of this kind of file with --map.`,
  NOT_A_BUNDLE: (fact) => `${fact('file') || 'The file'} is no bundle of evidence. Nothing in it was opened.`,
  BUNDLE_CUT_OFF: (fact) =>
    `${fact('file') || 'The bundle'} was changed: its end is missing or damaged, so nothing in it can be trusted. Ask for it again.`,
  BUNDLE_REFUSED: (fact) =>
    `${fact('file') || 'The bundle'} was not opened: it has names that lead out of its folder, or unpacks to far more than it could be. No bundle of Meterbook is so.`,
  BUNDLE_AMBIGUOUS: (fact) =>
    `${fact('file') || 'The bundle'} was not opened: two programs would unpack different files from this ZIP${of(ambiguity(fact), ', because ')}. No bundle of Meterbook is so, so somebody may mean you to see something else than others see. Ask for it again as Meterbook wrote it, or for its folder packed anew by another program.`,
  BUNDLE_TOO_LARGE: (fact) =>
    `${fact('file') || 'The bundle'} could not be verified: it holds more, or longer values, than can be read in the memory that verifying is given. This does not say that it was changed. Nothing of it was kept. Ask whoever made it for bundles of fewer stations or days.`,
  BUNDLE_CLOSED: 'The bundle is not open any more: another one was verified since. Verify it again.',
  NO_SIGNING_KEY:
    'There is no key to sign with. With METERBOOK_VAULT_KEY set (32 bytes in hex or base64), --sign makes one and keeps it in the vault.',
  RECORDS_MOVED:
    'Records of these stations kept coming while the evidence was made, so its pages would not have been of them. Nothing was written. Wait until the download is done.',
  NO_ROOM_FOR_BACKUP: (fact) =>
    `There is no room for a backup${of(fact('file'), ' in ')}${of(fact('neededMb'), ': it needs ', ' MB')}${of(fact('freeMb'), ', and ', ' MB are free')}. All older backups are kept. Free some space, or name a folder on another disk.`,
  NO_ROOM_FOR_COPY: (fact) =>
    `The book has to be brought to this version, and there is no room${of(fact('file'), ' in ')} for the copy that is made first${of(fact('neededMb'), ': it needs ', ' MB')}${of(fact('freeMb'), ', and ', ' MB are free')}. The book was left as it was. Free some space, or go without a copy by --without-copy.`,
  NO_PLACE_FOR_COPY: (fact) =>
    `The book has to be brought to this version, and the copy that is made first cannot be written${of(fact('file'), ' to ')}${of(reasonText(fact('reason')), ' (', ')')}: the folder is not there, is read-only, or its disk fails. The book was left as it was. Connect the disk, choose another folder in the window's preferences, or go without a copy by --without-copy.`,
  BACKUP_RUNNING: (fact) =>
    `Another program makes a backup of this book just now${of(fact('file'), ' in ')}. Nothing was changed. Wait until that is done.`,
  BACKUP_UNSOUND: (fact) =>
    `The copy was not what the book was${of(fact('reason'), ' (', ')')}, and was removed. All older backups are kept. Check the book with 'meterbook check' and the disk of the backups.`,
  NOTHING_TO_RECOVER: (fact) =>
    `${file(fact)} has no page of a book in it: there is nothing to recover. Nothing was written. Restore a backup of the book.`,
  NO_SUCH_BACKUP: (fact) =>
    `There is no such backup of this book${of(fact('file'), ': ')}. Nothing was changed. 'meterbook backup --list' names those that are there.`,
  DOWNLOAD_RUNNING: 'A download is running already. It goes on. Wait for it, or stop it first.',
  MERGE_RUNNING: 'Another book is being merged into this one just now. Wait until that is done.',
  SAME_BOOK: 'Both are the same book: there is nothing to merge.',
  OTHER_BOOK_DAMAGED: (fact) =>
    `The other book, ${file(fact)}, is damaged${of(fact('reason'), ' (', ')')}; nothing is said against the one to merge into. Neither was changed. Ask for it to be shared again.`,
  OTHER_SERVICE: (fact) =>
    `The books are of two services${of(fact('url'), ', ')}${of(fact('otherUrl'), ' and ')}, which give the same numbers to different stations. Neither was touched.`,
  UNKNOWN_ARCHIVE: (fact) =>
    `${fact('archive') ? `'${fact('archive')}'` : 'This'} is no archive. Use hourly, daily, another code of the service, or: ${ARCHIVE_WORDS.join(', ')}.`,
  BAD_TASK:
    'A task in the book cannot be read: the file is damaged, or something else wrote it. It was not sent to the service. Everything downloaded is kept. Run the same command again; if it stays, download into a new book.',
  NO_LONGER_GIVEN: (fact) =>
    `The service no longer gives the archives of a device that was taken out${of(fact('equipmentId'), ' (equipment_id ', ')')}. What was downloaded of it is kept; it is not asked for again.`,
  UPDATES_OFF: (fact) =>
    fact('reason') === 'switched-off'
      ? 'Updates are switched off in the preferences: nothing was asked. A release in a file can be taken with --from.'
      : 'This build knows no key that releases are signed with: nothing was asked, and nothing can be verified.',
  UPDATE_UNAVAILABLE: (fact) =>
    `The place of releases gave no answer that can be read${of(faultText(UPDATE_SILENCE_WORDS, fact), ': ')}. Nothing was changed. ${fact('reason') === 'tls' ? `${ownAuthority('it')} Else take` : 'Try again later, or take'} the update from a file with --from.`,
  UPDATE_REFUSED: (fact) =>
    `The update was refused${of(faultText(UPDATE_FAULT_WORDS, fact), ': ')}. Nothing was installed, and this program is as it was.`,
  NO_SUCH_UPDATE: 'There is no such update any more. Nothing was changed. Check again.',
  QUESTION_REFUSED: (fact) =>
    `The question was not run${of(faultText(refusals, fact), ': ')}. Questions may read the public views and nothing else (docs/questions.md). Nothing was changed.`,
  QUESTION_WRONG: (fact) => `SQLite does not understand the question${of(fact('said'), ': ')}. Nothing was changed.`,
  QUESTION_TOO_LONG: (fact) =>
    `The question had no answer${of(fact('seconds'), ' after ', ' s')} and was stopped. Nothing was changed. Ask for fewer days or stations, or allow it more with --seconds.`,
  QUESTION_TOO_LARGE: (fact) =>
    fact('reason') === 'value'
      ? 'The question made a single value longer than 16 MB, and was stopped. Nothing was changed. Ask for shorter values.'
      : `The question wanted more memory than ${of(fact('mb'), 'the ', ' MB that ')}it may have, and was stopped. Nothing was changed. Ask for fewer rows or shorter values, or allow it more with --memory.`,
  QUESTION_BROKEN:
    'The process that answers questions has ended without an answer. Nothing was changed. Run the same command again; if it stays, ask for less at once.',
  UNKNOWN: (fact) =>
    `Something unforeseen happened${of(fact('message'), ': ')}. Everything committed so far is kept. Set METERBOOK_DEBUG=1 to see the details.`,
  NO_SCHEDULER:
    "No scheduler of this computer answers: neither systemd's for users nor cron. Nothing was written. Install cron, or run 'meterbook sync' by hand or by what you have instead.",
  UNSCHEDULABLE_NAME: (fact) =>
    `${fact('file') || 'A file or folder'} has a character in its name that no entry of a scheduler holds safely. Nothing was written. Give it another name.`,
  SCHEDULE_REFUSED: (fact) =>
    `The system's scheduler refused${of(fact('tool'), ' (', ')')}${of(fact('said'), ': ', '')}. Look at 'meterbook schedule --book FILE' for what stands now, then try again.`,
  SCHEDULE_CHANGED: (fact) =>
    `Somebody changed the entry by hand${of(fact('file'), ' (', ')')}. It was left as it is. Use --anew to write it over, or --remove to take it away.`,
  NO_SCHEDULE: (fact) => `No entry keeps${of(fact('file'), ' ', '')} fresh. Write one with 'meterbook schedule --book FILE --at HH:MM'.`,
  DEMO_UNSCHEDULED:
    "The demo's book is not kept fresh by itself: its service is inside the program that shows it, and ends with it. Nothing was written or fetched. 'meterbook sync --demo' fetches it; an entry that stands is taken away with 'meterbook schedule --book FILE --remove'.",
  RUN_BROKEN_OFF:
    'The scheduled run went away without an end: the computer was switched off or slept, or the process was ended. Everything downloaded so far is kept. The next run carries on.',
  VAULT_UNAVAILABLE: (fact) =>
    fact('reason') === 'unreadable'
      ? 'The vault cannot be read with this METERBOOK_VAULT_KEY: it was written with another key. Nothing in it was lost or changed: it lies in the data folder, and the right key opens it.'
      : fact('reason') === 'damaged'
        ? 'The vault is damaged, and can be read in part only. Put meterbook.vault back from a backup, or start Meterbook once in the browser: it goes on with what can be read.'
        : fact('reason') === 'in-use'
          ? 'Another Meterbook has the vault open, so nothing can be added to it now. What it keeps is kept. Close that one and run the same command again.'
          : 'Secrets cannot be stored safely on this computer, so nothing is remembered.',
}

const of = (text: string, before: string, after = '') => (text ? before + text + after : '')
const file = (fact: Facts) => fact('file') || 'The book'

/** Why a remembered password was not found. */
const notRemembered: Record<string, string> = {
  'nothing-kept': 'No password is remembered for this account',
  program: 'The running Meterbook has no password for this account',
  'no-key':
    "The password of this account may be in the vault, but its key is not to be had here: it is neither in METERBOOK_VAULT_KEY nor in the operating system's keyring",
  'other-key': 'The password of this account may be in the vault, but the key that was found is not its key',
}

/** Says which thing stands where a file was to be. */
const KINDS: Record<string, string> = {
  folder: 'a folder, not a file',
  pipe: 'a named pipe, not a file',
  device: 'a device, not a file',
  socket: 'a socket, not a file',
  link: 'a link that leads nowhere, or to another place than a book of its own',
}

/** Says what an output would have replaced. */
const PROTECTED: Record<string, string> = {
  self: 'the book itself',
  book: 'a Meterbook book',
  'open-book': 'a book that is open, or was not closed',
  beside: 'the lock or the journal of a book, or has the name of one',
  vault: 'the vault, or belongs to it',
  program: 'a file in which Meterbook keeps its preferences',
}

function owner(fact: Facts): string {
  return (fact('owner') || 'another program') + of(fact('pid'), ' (process ', ')')
}

function ambiguity(fact: Facts): string {
  const text = AMBIGUITY_WORDS[fact('reason') as Ambiguity] as string | undefined
  return text === undefined ? '' : text + of(fact('entry'), ' (', ')')
}

/** Every refusal has its words. */
const refusals: Readonly<Record<Refusal, string>> = QUESTION_FAULT_WORDS

const importFault = (fact: Facts): string => faultText(IMPORT_FAULT_WORDS, fact)

/** What the reason is called, with what it is about. */
function faultText(texts: Readonly<Record<string, string>>, fact: Facts): string {
  const text = texts[fact('reason')]
  return text === undefined ? '' : text + of(fact('detail'), ' (', ')')
}

/** Why a file that was named cannot be read. */
function unreadText(reason: string): string {
  const texts: Record<string, string> = {
    ENOENT: 'there is no such file',
    ENOTDIR: 'its folder is not a folder',
    ELOOP: 'its links lead round in a circle',
    EFBIG: 'it is too large for what it was named for',
    UNSTEADY: 'it has another size than it says: another program is writing it, or it is none that lies on a disk',
  }
  const kind = KINDS[reason]
  return kind === undefined ? (texts[reason] ?? reasonText(reason)) : `it is ${kind}`
}

function reasonText(reason: string): string {
  const texts: Record<string, string> = {
    ENOSPC: 'the disk is full',
    EFBIG: 'the file would be too large',
    EACCES: 'permission denied',
    EPERM: 'it is not permitted, or another program has the file open',
    EBUSY: 'another program has the file open',
    ETXTBSY: 'another program has the file open',
    EROFS: 'the disk is read-only',
    ENOENT: 'its folder does not exist',
    ENOTDIR: 'its folder is not a folder',
    EISDIR: 'it is a folder',
    ENAMETOOLONG: 'the name is too long',
    EINVAL: 'the name is not allowed here',
    NOT_A_FILE: 'it is a device, a pipe or a socket, not a file',
    LINK: 'it is a link, which may lead anywhere; a lake has none',
    ENXIO: 'there is nothing at its other end',
    EPIPE: 'who read it has gone away',
  }
  return texts[reason] ?? reason
}
