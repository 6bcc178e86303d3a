import { askForStart } from './early.ts'
import { connect } from './connection.ts'

// The wire is opened and the first questions are on their way while the rest of the program is still being read.
connect()
askForStart()
void import('./application.ts')
