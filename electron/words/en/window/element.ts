import element from 'element-plus/es/locale/lang/en'
import 'dayjs/locale/en-gb'

/** The texts of the components' library; its name is also that of the calendar's dayjs locale. */
export default { ...element, name: 'en-gb' }
