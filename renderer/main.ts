import { connect } from './connection.ts'
import { askAtStart } from './speed/first-questions.ts'

// The wire is opened and the first questions are on their way while the rest of the program is still being read.
connect()
askAtStart()
void import('./application.ts')
