/** Each failure code of the contract has a sentence or two: what happened, what was kept, what to do. */
export default {
  details: '({details})',
  status: 'HTTP {status}',
  other: 'Something went wrong ({code}). What was downloaded is kept. Try again.',
  PROGRAM_AWAY: 'The program behind this window does not answer. Nothing is lost; try again when it is back.',
  SECOND_BROWSER:
    'Another browser came with the address or the cookie of this session and was refused. Nothing was shown to it. If that was not you, somebody else on this computer has seen them: end Meterbook and start it again.',
  WRONG_PASSWORD: 'The service refused this e-mail and password. Nothing was changed. Check both and try again.',
  SIGN_IN_REFUSED:
    'The service refused the sign-in. Nothing was changed. Try again later, or ask the operator of the service about this account.',
  BAD_TOKEN:
    'The service answered the sign-in with a token that cannot be sent back: it is too long, or has characters that no header holds. Nothing was changed. Tell the operator of the service.',
  UNREACHABLE:
    'The service cannot be reached. Everything downloaded is kept and works offline. Check the address, the network and the proxy.',
  TIMEOUT: 'The service did not answer in time. Everything downloaded is kept. Try again later.',
  TLS: 'No secure connection could be made: its certificate is not trusted on this computer, or the handshake failed. Nothing was sent. Check the address. If the service has an authority of its own, add its certificate to this computer’s, or name its file in the preferences.',
  NOT_THE_SERVICE: 'Something answers at this address, but it is not a metering service. Nothing was changed. Check the address.',
  REDIRECTED:
    'The service answered with a redirect, which is not followed so that no token travels to another machine. Enter the address it leads to, if you trust it.',
  UNENCRYPTED_REFUSED: 'This address would send the password unencrypted, so nothing was sent. Use https, or allow it on purpose below.',
  BAD_ADDRESS: 'This is not the address of a service. Write it like https://meters.example.org.',
  BAD_PROXY:
    'The address of the proxy is not one. Nothing was sent. Write it like http://proxy.example.org:3128, in the preferences or where it was set.',
  BAD_AUTHORITY:
    'The file of the authority is not there, or holds no certificates that can be used. Nothing was changed. Name a file of its certificates, in PEM or DER.',
  PROXY_REFUSED:
    'The proxy refused the connection to the service; HTTP 407 means that it wants a name and a password, or others. Nothing reached the service, and what was downloaded is kept. Check the proxy in the preferences, or ask who runs it.',
  SIGNED_OUT: 'The service ended this session. The book is kept and downloads wait. Sign in again to go on.',
  TOO_MANY_CONNECTIONS:
    'The service closed this connection: too many are open for this account. What was downloaded is kept. Close other programs that use the account, or lower the number of connections in the preferences.',
  RATE_LIMITED: 'The service asks for fewer requests. What was downloaded is kept, and downloads go on by themselves after a pause.',
  HTTP_STATUS: 'The service answered with an error. What was downloaded is kept. Try again later.',
  BAD_PAGE: 'The service sent an answer that cannot be read. What was downloaded is kept. Try again later.',
  PAGE_LOOP:
    'The service’s pages go round in a circle. What was read before that is kept. Try again later, and tell the operator of the service.',
  BODY_TOO_LARGE: 'An answer of the service is larger than 64 MiB and was not read. Everything else is kept. Ask for a shorter span.',
  CANCELLED: 'Cancelled. Everything stored before that is kept.',
  NOT_REMEMBERED: 'No password is remembered for this account. Nothing was changed. Sign in and have it remembered.',
  PROGRAM_GONE: 'The program that did this ended before it was done. Everything committed so far is kept. Try again.',
  PASSWORD_NEEDED: 'A password is needed to go on. Nothing was changed. Sign in again.',
  NOT_A_BOOK: 'This file is not a Meterbook book. It was left untouched. Choose another file.',
  NEWER_BOOK:
    'This book was made by a newer version of Meterbook (book version {version}; this program knows up to {known}). It was left untouched. Update the program to open it.',
  BOOK_IN_USE: 'Another program is writing this book. It was left untouched. Close that program, or open the book for reading.',
  BOOK_MISSING: 'There is no book at this place any more. Nothing was changed. Choose another file.',
  BOOK_DAMAGED:
    'This book is damaged and was left as it is. Restore one of its backups (never copy a file over it), or recover what can be read into a new book: both are offered where a book is opened.',
  FOREIGN_BOOK:
    'This book holds something that Meterbook did not make and that could change or hold up what you do. It was left untouched. Use a copy from somebody you trust.',
  NOT_A_FILE: 'This is no ordinary file but a folder, a pipe, a device or a link. It was left untouched. Choose a file.',
  NAME_TOO_LONG: 'This name is too long for the disk. Nothing was done. Choose a shorter one.',
  DISK_FULL: 'The disk is full. Everything stored so far is kept, and no half-written file was left. Free some space and try again.',
  DISK_ERROR:
    'The disk, or the network it is reached by, failed while the book was used. That says nothing against the book. See that the disk is there and try again; if it stays, back the book up to another disk and check it in the preferences.',
  READ_ONLY_FOLDER: 'This folder cannot be written to. What was stored before is kept. Choose another place.',
  OTHER_ACCOUNT: 'This book belongs to another account. It was left untouched. Sign in to that account, or choose another book.',
  BOOK_CLOSED:
    'The book that this was made of was closed, or another one was opened, before it was done. Files that were written until then are whole and kept. Open that book and start it again.',
  NO_BOOK: 'No book is open. Sign in, try the demo or open a book.',
  READ_ONLY_BOOK: 'This book is open for reading only. Nothing was changed. Open it for writing to download into it or to write notes.',
  FILE_NOT_READABLE:
    'This file cannot be read: it is not there, is no ordinary file, or may not be read by you. Nothing was done. Choose another file.',
  FILE_NOT_WRITABLE:
    'The file cannot be written. No half-written file was left. Choose another place, and close the file if another program has it open.',
  FILE_PROTECTED:
    'A file of this name is a book, the vault or another file that Meterbook keeps, or lies beside one. Nothing was written: it is as it was. Choose another name.',
  FOLDER_MISSING: 'The folder is not there. Nothing was written. Connect its drive or make it, or choose another folder.',
  LINK_REFUSED:
    'The link that was opened asks for something that links may not ask for, or for a book that was never opened on this computer. Nothing was opened. Open the book by hand once, then try the link again.',
  FILE_IN_USE:
    'The file could not be replaced: is it open in another program, in a spreadsheet perhaps? It is as it was, and no half-written file was left. Close it there and try again, or choose another name.',
  FOLDER_GONE:
    'The folder is not there, or it was removed, renamed or disconnected while the file was being written. No half-written file was left. Connect it again, or choose another place.',
  BAD_INPUT: 'This cannot be right, so nothing was done. Check what was entered.',
  SPAN_REVERSED: 'The span ends before it begins, so nothing was done. Choose an end that is not before the start.',
  TIME_TOO_FAR: 'This time lies before 1990 or more than ten years ahead, so nothing was written. Choose one that lies nearer.',
  UNKNOWN_TIME_ZONE: 'There is no time zone of this name. Nothing was changed. Choose one like Europe/Moscow.',
  NOTHING_CHOSEN: 'Nothing was chosen, so nothing was done. Choose at least one station and one archive.',
  NOT_IN_BOOK: 'This is not in the book yet. Download it first.',
  NO_SUCH_STATION: 'There is no such station in this book. Nothing was changed. It may be in another book.',
  NO_SUCH_CONSUMER: 'There is no such consumer in this book. Nothing was changed. It may be in another book.',
  NO_SUCH_NOTE: 'This note is not in the book any more. Nothing was changed.',
  NO_SUCH_BRANCH: 'This branch is not in the book any more. Nothing was changed.',
  BAD_BRANCH: 'A branch needs a name, a station that goes in, one that goes out, and each station once. Nothing was changed.',
  NO_SUCH_REPORT: 'This saved report is not in the book any more. Nothing was made.',
  NO_SUCH_TRIP: 'This trip is not in the book any more. Nothing was downloaded.',
  NO_SUCH_RUN: 'The book does not know any more what this download asked for. Nothing was downloaded. Prepare a trip instead.',
  NAME_TAKEN: 'Another one is called “{name}” already. Nothing was changed. Choose another name.',
  NO_SUCH_FORM: 'There is no form {form}. Nothing was made. It may have been renamed or removed: choose another.',
  FORM_BROKEN: 'The form {form} cannot be used. {reason} Nothing was made. Change the file and try again.',
  TOO_MANY_ROWS:
    'A PDF holds at most {most} rows, and there are more. No half-written file was left. Choose fewer stations, a shorter span or another format.',
  LETTERS_LACKING:
    'The fonts of a PDF lack these characters, so their codes would be printed: {characters} Nothing was saved yet. A CSV or XLSX has all of them.',
  BAD_PHOTO: '{name} cannot be kept: it is no picture that this program can read, or it stays larger than 2 MB. Nothing was written.',
  BAD_LOGO:
    'The logo is no PNG or JPEG picture, a damaged one, or larger than 1.5 million pixels or 500 kB. Nothing was changed. Choose another picture.',
  IMPORT_UNREADABLE: 'This file cannot be read. Nothing of it was kept. Check that it is the file that was read out at the device.',
  IMPORT_TOO_LARGE:
    'This file holds more than can be read at once (at most {most}). Nothing of it was kept. Read out fewer days at a time, or divide the file.',
  IMPORT_MAP_BROKEN: 'The map has a mistake in line {line}. Nothing was read. Change the file and try again.',
  IMPORT_MAP_UNFIT: 'The map does not fit this file. Nothing of it was kept. Change the map, or choose the one of this kind of file.',
  NOT_A_BUNDLE: 'This file is no bundle of evidence. Nothing in it was opened. Choose the ZIP file that was saved as evidence.',
  BUNDLE_CLOSED:
    'This bundle is not open any more: another one was verified since, perhaps in another window. Nothing was changed. Open it again.',
  BUNDLE_CUT_OFF: 'This bundle was changed: its end is missing or damaged, so nothing in it can be trusted. Ask for it again.',
  BUNDLE_REFUSED:
    'This bundle was not opened: it has names that lead out of its folder, or unpacks to far more than it could be. No bundle of Meterbook is so.',
  BUNDLE_AMBIGUOUS:
    'This bundle was not opened: two programs would unpack different files from this ZIP. No bundle of Meterbook is so, so somebody may mean you to see something else than others see. Ask for it again as Meterbook wrote it, or for its folder packed anew by another program.',
  BUNDLE_TOO_LARGE:
    'This bundle could not be verified: it holds more, or longer values, than can be read in the memory that verifying is given. This does not say that it was changed. Nothing of it was kept. Ask whoever made it for bundles of fewer stations or days.',
  NO_SIGNING_KEY: 'There is no key to sign with yet. Nothing was saved. Make one under Evidence, or save without a signature.',
  RECORDS_MOVED:
    'Records of these stations kept coming while the evidence was made, so its pages would not have been of them. Nothing was saved. Try again when the download is done.',
  NO_ROOM_FOR_BACKUP:
    'There is no room for a backup: it needs {neededMb} MB, and {freeMb} MB are free. All older backups are kept. Free some space, or choose a folder on another disk.',
  NO_ROOM_FOR_COPY:
    'The book has to be brought to this version, and there is no room for the copy that is made first: it needs {neededMb} MB, and {freeMb} MB are free. The book was left as it was. Free some space, or open it without a copy.',
  NO_PLACE_FOR_COPY:
    'The book has to be brought to this version, and the copy that is made first cannot be written: the folder of backups is not there, is read-only, or its disk fails. The book was left as it was. Connect the disk, choose another folder in the preferences, or open the book without a copy.',
  BACKUP_RUNNING: 'Another program makes a backup of this book just now. Nothing was changed. Wait until that is done.',
  BACKUP_UNSOUND:
    'The copy was not what the book was, and was removed. All older backups are kept. Check the book, and the disk of the backups.',
  NOTHING_TO_RECOVER:
    'No page of a book was found in this file: there is nothing to recover. Nothing was written. Restore a backup of the book.',
  NO_SUCH_BACKUP: 'This backup is not there any more, or is of another book. Nothing was changed. Choose another one.',
  DOWNLOAD_RUNNING: 'A download is running already and goes on. Wait for it, or cancel it first.',
  MERGE_RUNNING: 'Another book is being merged into this one just now. Nothing was written. Wait until that is done.',
  SAME_BOOK: 'This is the open book itself: there is nothing to merge. Choose another one.',
  OTHER_BOOK_DAMAGED:
    'The other book is damaged, not the one that is open. Neither book was changed. Ask for it to be shared with you again.',
  OTHER_SERVICE:
    'That book is of another service ({otherUrl}; this one is of {url}), and two services give the same numbers to different stations. Neither book was touched.',
  UNKNOWN_ARCHIVE: 'The service’s directory knows no such archive. Nothing was done. Choose another one.',
  BAD_TASK:
    'A task in this book cannot be read: the file is damaged, or something else wrote it. It was not sent to the service. What was downloaded is kept. Start the download anew.',
  NO_LONGER_GIVEN:
    'The service no longer gives the archives of a device that was taken out (equipment_id {equipmentId}). What was downloaded of it is kept; it is not asked for again.',
  UPDATES_OFF: 'Nothing was asked: updates are switched off, or this build knows no key of releases. Nothing was changed.',
  UPDATE_UNAVAILABLE: 'The place of releases gave no answer. Nothing was changed. Try again later, or take the update from a file.',
  UPDATE_REFUSED:
    'This update was refused. Nothing was installed, and the program is as it was. Try again later; if it stays, ask whoever gave you the program.',
  NO_SUCH_UPDATE: 'This update is not there any more. Nothing was changed. Check again.',
  NO_SCHEDULER:
    'No scheduler of this computer answers: neither systemd’s for users nor cron. Nothing was written. Install cron, or fetch the book by hand.',
  NO_COMMAND_LINE:
    'This copy of the program has no command line that stays where it is: it is there only while the program runs, or not at all. Nothing was written. Install the program’s package for your system.',
  UNSCHEDULABLE_NAME:
    'This name has a character that no entry of a scheduler holds safely. Nothing was written. Give the file or folder another name.',
  SCHEDULE_REFUSED: 'The system’s scheduler refused. What stands now is shown below. Its own words: {said} ({tool}).',
  SCHEDULE_CHANGED:
    'Somebody changed this entry by hand. It was left as it is. Look at what was written, then write it anew or switch it off.',
  NO_SCHEDULE: 'No entry was written for this book, so there is nothing to start. Switch it on first.',
  DEMO_UNSCHEDULED:
    'The demo’s book is not fetched by itself: its service is inside this program, and ends with it. Nothing was written. Download it here, or open the book of your own service to have it kept fresh.',
  RUN_BROKEN_OFF:
    'The run went away without an end: the computer was switched off, or its process was ended. Everything downloaded so far is kept. The next run carries on.',
  PATH_TAKEN: '{file} is not a link that this program made. It was left as it is. Move it away and try again.',
  PATH_NOT_CHANGED:
    '{file} could not be changed. The folders in which your system looks for commands are as they were. See that you may write there.',
  QUESTION_REFUSED:
    'This question was not run: questions may read the public views and nothing else. Nothing was changed. Take out what it may not do and ask again.',
  QUESTION_WRONG: 'SQLite does not understand this question. Nothing was changed. Look at the place that it names and ask again.',
  QUESTION_TOO_LONG:
    'This question had no answer after {seconds} s and was stopped. Nothing was changed. Ask for fewer days or stations, or allow it more time.',
  QUESTION_TOO_LARGE:
    'This question wanted more memory or a longer value than it may have, and was stopped. Nothing was changed. Ask for fewer rows or shorter values, or sort less.',
  QUESTION_BROKEN:
    'The process that answers questions has ended without an answer. Nothing was changed, and the book is as it was. Ask again; if it stays, ask for less at once.',
  UNKNOWN: 'Something unforeseen happened. Everything stored so far is kept. Try again; if it stays, restart the program.',
  VAULT_UNAVAILABLE: 'Secrets cannot be stored safely on this computer, so nothing is remembered. You are asked again after a restart.',
}
