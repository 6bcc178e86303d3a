import { given, serveOwner } from '../book/threads/serve.ts'
import { createAnswerer, type AnswererGiven } from './answerer.ts'
import { TOOLS } from './tools/index.ts'

/** The thread that answers an assistant: its owner goes on hearing what the assistant says meanwhile. */

serveOwner(createAnswerer(given<AnswererGiven>(), Date.now, TOOLS))
