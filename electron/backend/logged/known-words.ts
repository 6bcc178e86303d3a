import { withoutEnd } from '../../contract/cut.ts'

/**
 * Words of the messages of Node, V8, SQLite, the HTTP client and this program's own errors. Only these of a message are
 * written into the log: whatever else stands in one may be a name, an address or a secret.
 */
const WORDS = `
a about abort aborted access after again all allocate allocation already an and any are argument arguments array as assertion at
attempt attempted authority bad be because been before being big bound buffer busy but by cache call callback called cannot
certificate change channel check child circular class close closed closing code column columns command connect connected
connection constant constraint constructor convert corrupt could count create database date decode deep defined delete denied
depth destroyed device did directory disconnected disk do does done duplicate element empty encode end ended entry error event
exceeded exception exist exists exit exited expected expired failed failure fetch field file filename finished for foreign found
from full function gone got greater had handle handshake has have header heap heapless host hostname in incomplete incorrect index
initialized input instance integer internal interrupted into invalid is issuer it iterable its json key large last left length
less limit limited line link list load loaded local lock locked long longer lost made main malformed map match maximum may mean
memory message method missing mismatch mode module more most must name near negative network new next no not nothing null number
object of offset on once one only open opened operation operator option or other out output page parameter parse path pending
permission permitted pipe pointer position possible primary private process promise property protocol provided proxy query range
read reading readonly reason received record redirect reference refused regular rejected rejection remote request require required
reset resource response result return returned row rows running same schema self set setting shared should signal signed size
socket space stack start started state statement stop stopped stream string such support supported syntax system table temporary
terminated than that the then there this thread time timed timeout times to token too transaction tried true false type unable
undefined unexpected unhandled unique unknown unsupported until update url used using valid value values variable verify version
view was wait while will with without work worker write writing written wrong you zero
`
const KNOWN = new Set(WORDS.trim().split(/\s+/))
const MOST_WORDS = 40

/** A message with its known words alone; what stood between them is one `…`. Digits are never kept: they may be a telephone number. */
export function knownWordsOf(message: string): string {
  const words = message
    .slice(0, 2000)
    .split(/[^\p{L}\p{N}_'’@.%+/\\-]+/u)
    .filter(Boolean)
    .slice(0, MOST_WORDS)
    .map((word) => withoutEnd(word, ".'’").replace(/^'+/, ''))
    .map((word) => (KNOWN.has(word.toLowerCase()) ? word.toLowerCase() : '…'))
  return words.filter((word, at) => word !== '…' || words[at - 1] !== '…').join(' ')
}
