import { connect } from '../connection.ts'
import { askAtStart } from './first-questions.ts'

// Imported first: the connection opens and the first questions are sent before the rest of the program is run.
connect()
askAtStart()
