import { serveOwner } from '../../book/threads/serve.ts'
import { questions } from './questions.ts'

/** Bundles are verified in a thread of their own: what somebody else made must not end the program, nor hold it up. */
serveOwner(questions)
