struct SpanishPage: PageWords {
    let code = "es"
    let orders: any OrderWords = SpanishOrders()
    let figures: any StatisticsWords = SpanishStatistics()
    let overview = "Resumen", transactions = "Movimientos", alerts = "Avisos", health = "Estado"
    let statistics = "Estadísticas"
    let signOut = "Cerrar sesión", toContent = "Ir al contenido", all = "Todos", older = "Antes", newer = "Después"
    func month(_ month: Int, of year: Int) -> String { "\(Self.months[month - 1]) de \(year)" }
    private static let months = [
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
        "diciembre",
    ]

    let child = "Niño o niña", when = "Cuándo", what = "Qué", category = "Categoría", amount = "Importe"
    let balance = "Saldo", by = "Por"
    func pending(_ amount: String) -> String { "con \(amount) que el servidor aún no tiene" }
    let notYetOnServer = "aún no está en el servidor"
    func asOf(_ moment: String) -> String { "a fecha de \(moment)" }
    let lastMovements = "Últimos movimientos", noMovements = "Nada se ha movido."
    let noChildren = "Aún no se conoce a nadie: falta la primera lectura del servidor."
    let income = "Recibido", spending = "Gastado", byCategory = "Gastos por categoría"
    func days(_ count: Int) -> String { "los últimos \(count) días" }
    let exportCSV = "Como CSV", exportJSON = "Como líneas JSON"

    let search = "Buscar", kind = "Sentido", from = "Desde", to = "Hasta", everything = "Todo"
    let newest = "Lo más reciente", searchFurther = "Buscar más atrás"
    func searchedTo(_ moment: String) -> String { "Se ha buscado hasta \(moment), no más atrás." }

    let waitingChores = "Tareas que esperan", approve = "Aprobar", goals = "Metas"
    func saved(_ amount: String, of target: String) -> String { "\(amount) de \(target)" }
    func nextAllowance(_ amount: String, _ moment: String) -> String { "Próxima paga: \(amount), \(moment)" }
    func weeklyAllowance(_ amount: String) -> String { "Paga: \(amount) a la semana" }
    let paused = "en pausa"

    let story = "Cómo se supo"
    func source(_ word: String) -> String {
        switch word {
        case "baseline": "Ya estaba cuando empezó la vigilancia."
        case "hint": "El hub lo anunció, y una lectura del servidor lo encontró."
        case "scan": "Una lectura del servidor lo encontró sin anuncio."
        default: word
        }
    }
    func heard(_ message: String, _ account: String) -> String { "\(message), oído por \(account)" }
    func firstSeen(_ moment: String) -> String { "Conocido aquí desde \(moment)" }
    let toldNobody = "No se avisó a nadie."

    let target = "Dónde", state = "Estado", about = "Asunto", noAlerts = "Aún no se ha avisado de nada."
    let retry = "Enviar otra vez", discard = "Abandonar"
    func delivery(_ state: String) -> String {
        switch state {
        case "queued": "espera"
        case "attempting": "enviándose"
        case "inDoubt": "quizá llegó"
        case "delivered": "aceptado"
        case "skipped": "omitido"
        case "dead": "fallido"
        case "discarded": "abandonado"
        default: state
        }
    }

    let healthy = "Todo va bien."
    func problems(_ count: Int) -> String {
        count == 1 ? "Una cosa necesita atención." : "\(count) cosas necesitan atención."
    }
    let accounts = "Cuentas", targets = "Adónde van los avisos", lastScan = "Última lectura"
    func standing(_ word: String) -> String {
        switch word {
        case "live": "conectado"
        case "polling": "lee con regularidad"
        case "working": "funciona"
        case "failing": "falla"
        case "suspended": "en pausa tras fallos"
        case "stopped": "parado"
        case "notConfigured": "ya no está configurado"
        case "signInNeeded": "necesita iniciar sesión"
        default: word
        }
    }
    let test = "Enviar una prueba", silences = "Silencios"
    let beSilent = "Dejar en paz", howLong = "Durante", end = "Terminar"
    func span(hours: Int) -> String {
        hours == 1 ? "1 hora" : hours < 24 ? "\(hours) horas" : hours == 24 ? "1 día" : "\(hours / 24) días"
    }
    func silent(_ subject: String, until moment: String) -> String {
        "No se avisa a nadie de \(subject) hasta \(moment)"
    }
    func running(_ version: String, since moment: String) -> String {
        "PocketBell \(version), en marcha desde \(moment)"
    }

    let done = "Hecho.", notDone = "Eso no se hizo.", back = "Volver", nothingHere = "Aquí no hay nada."
    let signedOut = "Este navegador no ha iniciado sesión."
    func signInHint(_ command: String) -> String { "En la máquina donde funciona PocketBell, escribe: \(command)" }
    let severalParents = "Más de un padre o madre puede hacerlo. Elige con qué cuenta se hace."
    let formTooOld = "El formulario era demasiado viejo. Vuelve atrás e inténtalo de nuevo."
    let connectionLost = "No se puede alcanzar PocketBell: esta página quizá sea vieja."

    let signIn = "Iniciar sesión", email = "Correo", password = "Contraseña", server = "Servidor"
    let signInIntroduction = "Con tu cuenta del servidor de la familia."
    let wrongPassword = "El correo o la contraseña no es correcto."
    func wait(minutes: Int) -> String {
        "Demasiados intentos. Espera \(minutes == 1 ? "un minuto" : "\(minutes) minutos")."
    }
    func serverSilent(_ reason: String?) -> String {
        "No se pudo preguntar al servidor de la familia, y esta contraseña no se conoce de antes\(reason.map { ": \($0)" } ?? ".")"
    }
    func overheard(_ address: String?) -> String {
        "Por este camino otros pueden leer.\(address.map { " Usa \($0)" } ?? "")"
    }
    let loginRefused = "El servidor familiar no admite esta cuenta."
    let notOfHouse =
        "Esta cuenta no ve a todos los niños que hay aquí: tampoco puede verlos en esta página."
    func notKept(_ reason: String?) -> String { "Nadie puede iniciar sesión\(reason.map { ": \($0)" } ?? ".")" }
    let browsers = "Navegadores con sesión", byLink = "Por un enlace de esta máquina"
    let lastAsked = "visto por última vez"
    let newAccount = "Seguir otra cuenta", serverAddress = "Dirección del servidor familiar"
    let programs = "Escritorios y programas", makeToken = "Crear una clave", mayApprove = "Puede aprobar tareas"
    let takeBack = "Retirar", feed = "Flujo: todo"
    func feed(of child: String) -> String { "Flujo: lo que puede saber \(child)" }
    func tokenMade(_ target: String?) -> String {
        guard let target else {
            return "Solo se muestra esta vez. Quien sigue la envía a /feed/events, como 'Authorization: Bearer':"
        }
        return "Para \(target). Solo se muestra esta vez. Allí escribe 'pocketbell desktop --sign-in' y pégala:"
    }

    let copies = "Copias", makeCopy = "Hacer una copia", takeUp = "Recuperarla"
    func copiesKept(_ count: Int) -> String {
        "En el disco de esta máquina, las \(count) más recientes. Para otro disco está la orden «pocketbell backup»."
    }
    let takingUp =
        "Lo que hay ahora aquí se aparta, y la copia ocupa su lugar. Lo que el servidor ha tenido desde entonces se lee de nuevo; nadie recibe nada dos veces."
    let copyComes = "La copia ocupa su lugar en unos segundos. Puede que tenga que iniciar sesión de nuevo."

    let notices = "Lo que comunica el servidor familiar", markAsRead = "Marcar como leído"
    let kept = "Lo que se guarda aquí", forgetOld = "Olvidar lo demasiado antiguo"
    let beginAnew = "Empezar las listas de nuevo"
    let beginningAnew =
        "Las listas, las fotos recibidas y los mensajes sin procesar se olvidan aquí y se leen de nuevo. Lo que espera, lo que se avisó y los movimientos se quedan."
    func forgotten(rows: Int, pictures: Int) -> String { "Olvidado: \(rows) filas, \(pictures) imágenes." }
    let sentBefore =
        "Este formulario ya se envió, y lo que pidió sigue en pie. Envíelo otra vez para pedir también esto."
    let accountsListed = "Las cuentas que se siguen están en el archivo de configuración (accounts)."
    let linkSpent = "Este enlace ya se usó, o tiene más de un minuto."
}
