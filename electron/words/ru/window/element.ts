import element from 'element-plus/es/locale/lang/ru'
import 'dayjs/locale/ru'

/** The texts of the components' library; its name is also that of the calendar's dayjs locale. */
export default element
