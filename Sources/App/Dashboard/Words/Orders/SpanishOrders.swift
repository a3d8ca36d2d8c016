import Store

struct SpanishOrders: OrderWords {
    func order(_ order: FilledOrder) -> String {
        guard case .deed(let deed) = order else { return "Anotar dinero" }
        return switch deed {
        case .addWish: "Añadir un deseo"
        case .editWish: "Cambiar este deseo"
        case .buyWish: "Está comprado"
        case .removeWish: "Quitar este deseo"
        case .addGoal: "Añadir una meta"
        case .editGoal: "Cambiar esta meta"
        case .depositGoal: "Meter dinero"
        case .withdrawGoal: "Sacar dinero"
        case .removeGoal: "Quitar esta meta"
        case .setAllowance: "Fijar la paga"
        case .pauseAllowance: "Suspender la paga"
        case .resumeAllowance: "Volver a pagar"
        case .changeSettings: "Cambiar los ajustes"
        case .readNotifications: "Marcar todos los avisos como leídos"
        case .addChore: "Añadir una tarea"
        case .doneChore: "Está hecha"
        case .approveChore: "Aprobar"
        case .rejectChore: "Rechazar"
        }
    }

    func field(_ name: String) -> String {
        switch name {
        case "direction": "Sentido"
        case "amount": "Importe"
        case "description": "Para qué"
        case "category": "Categoría"
        case "notes": "Notas"
        case "name": "Nombre"
        case "price": "Precio"
        case "link": "Enlace"
        case "target": "Importe de la meta"
        case "due": "Para cuándo"
        case "priority": "Orden (1 es el primero)"
        case "reason": "Por qué"
        case "weeklyAllowance": "Paga por semana"
        case "allowanceDay": "Qué día"
        case "savesAutomatically": "Ahorra por sí misma"
        case "transfer": "Cuánto se ahorra"
        case "transferPercentage": "Por ciento"
        case "transferAmount": "Importe cada vez"
        case "seesSavings": "El niño ve lo ahorrado"
        case "mayOwe": "Puede deber dinero"
        case "title": "Qué hay que hacer"
        case "reward": "Recompensa"
        case "rejection": "Por qué no"
        case "account": "Con qué cuenta"
        case "photo": "Foto (JPEG)"
        case "child": "Niño"
        default: name
        }
    }

    func choice(_ word: String) -> String {
        switch word {
        case "out": "dinero que sale"
        case "in": "dinero que entra"
        case "yes": "sí"
        case "no": "no"
        case "none": "nada"
        case "fixedAmount": "un importe fijo"
        case "percentage": "una parte"
        case "Monday": "lunes"
        case "Tuesday": "martes"
        case "Wednesday": "miércoles"
        case "Thursday": "jueves"
        case "Friday": "viernes"
        case "Saturday": "sábado"
        case "Sunday": "domingo"
        case "Toy": "Juguete"
        case "Game": "Juego"
        case "Electronics": "Electrónica"
        case "Clothing": "Ropa"
        case "Experience": "Experiencia"
        case "Savings": "Ahorro"
        case "Charity": "Donación"
        case "Other": "Otro"
        default: word
        }
    }
    let edit = "Cambiar", remove = "Quitar"
    let optional = "opcional", asItIs = "como está"
    let chooseAgain = "Elige la foto otra vez."
    let photosWait = "Llegan demasiadas fotos a la vez. Inténtalo dentro de un minuto."
    func noAmount(_ text: String) -> String { "«\(text)» no es un importe. Escriba, por ejemplo, 12,50, sin signo." }
    let tryAgain = "No se ha hecho. No se ha perdido nada de lo que ha escrito."

    let chores = "Tareas", noChores = "No hay tareas.", history = "Lo que se ha hecho"
    func photo(_ child: String, _ title: String) -> String { "Foto: \(child), \(title)" }
    func state(_ word: String) -> String {
        switch word {
        case "pendingApproval": "espera a un padre o una madre"
        case "approved": "aprobada"
        case "rejected": "rechazada"
        case "active": "abierta"
        case "completed": "alcanzada"
        case "purchased": "comprada"
        case "cancelled": "abandonada"
        case "paused": "en pausa"
        default: word
        }
    }
    func doneTimes(_ count: Int) -> String { count == 1 ? "hecha una vez" : "hecha \(count) veces" }

    let plans = "Metas y deseos", wishes = "Deseos", noPlans = "No hay metas ni deseos."
    func missing(_ amount: String) -> String { "faltan \(amount)" }
    let affordable = "Hay dinero suficiente.", link = "Ver"
    func due(_ day: String) -> String { "para el \(day)" }

    let entries = "En camino", noEntries = "No espera nada: el servidor lo tiene todo."
    func waiting(_ count: Int) -> String {
        count == 1 ? "Una anotación aún no está en el servidor." : "\(count) anotaciones aún no están en el servidor."
    }
    func entered(_ moment: String) -> String { "anotado \(moment)" }
    func entry(_ state: String) -> String {
        switch state {
        case "accepted": "espera"
        case "sending": "enviándose"
        case "unknown": "quizá llegó"
        case "confirmed": "en el servidor"
        case "superseded": "ya no hace falta"
        case "parked": "necesita una decisión"
        case "discarded": "abandonada"
        default: state
        }
    }
    let conflicts = "Cambiado por dos personas", before = "Antes", mine = "Aquí"
    let onServer = "En el servidor", nothing = "nada"
    let keepMine = "Conservar lo de aquí", keepServer = "Conservar lo del servidor"
    let drill = "Enviar un simulacro a todos", seen = "Se ha visto"
    let lookNow = "Mirar ahora", rules = "Reglas"
    func rule(_ name: String) -> String { "Regla «\(name)»" }
}
