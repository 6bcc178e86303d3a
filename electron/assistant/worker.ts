import { given, serveOwner } from '../book/threads/serve.ts'
import { startNodeProcess } from '../questions/node-process.ts'
import { createQuestions } from '../questions/questions.ts'
import { createAnswerer, type AnswererGiven } from './answerer.ts'
import { TOOLS } from './tools/index.ts'

/** The thread that answers an assistant: its owner goes on hearing what the assistant says meanwhile. */

const questions = createQuestions({ start: startNodeProcess() })
// Whoever asks one thing soon asks in SQL.
questions.warm()
serveOwner(createAnswerer(given<AnswererGiven>(), { tools: TOOLS, questions, nowMs: Date.now }))
