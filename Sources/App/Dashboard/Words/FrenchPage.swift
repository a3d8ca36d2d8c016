struct FrenchPage: PageWords {
    let code = "fr"
    let orders: any OrderWords = FrenchOrders()
    let figures: any StatisticsWords = FrenchStatistics()
    let overview = "Aperçu", transactions = "Opérations", alerts = "Alertes", health = "État"
    let statistics = "Statistiques"
    let signOut = "Se déconnecter", toContent = "Aller au contenu", all = "Tous", older = "Avant", newer = "Après"
    func month(_ month: Int, of year: Int) -> String { "\(Self.months[month - 1]) \(year)" }
    private static let months = [
        "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
        "décembre",
    ]

    let child = "Enfant", when = "Quand", what = "Quoi", category = "Catégorie", amount = "Montant"
    let balance = "Solde", by = "Par"
    func pending(_ amount: String) -> String { "avec \(amount) que le serveur n’a pas encore" }
    let notYetOnServer = "pas encore sur le serveur"
    func asOf(_ moment: String) -> String { "état : \(moment)" }
    let lastMovements = "Dernières opérations", noMovements = "Rien n’a bougé."
    let noChildren = "Aucun enfant n’est encore connu : le serveur n’a pas encore été lu."
    let income = "Reçu", spending = "Dépensé", byCategory = "Dépenses par catégorie"
    func days(_ count: Int) -> String { "les \(count) derniers jours" }
    let exportCSV = "En CSV", exportJSON = "En lignes JSON"

    let search = "Chercher", kind = "Sens", from = "Du", to = "Au", everything = "Tout"
    let newest = "Les plus récents", searchFurther = "Chercher plus loin"
    func searchedTo(_ moment: String) -> String { "Recherche faite jusqu’à \(moment), pas au-delà." }

    let waitingChores = "Tâches en attente", approve = "Accepter", goals = "Objectifs"
    func saved(_ amount: String, of target: String) -> String { "\(amount) sur \(target)" }
    func nextAllowance(_ amount: String, _ moment: String) -> String {
        "Prochain argent de poche : \(amount), \(moment)"
    }
    func weeklyAllowance(_ amount: String) -> String { "Argent de poche : \(amount) par semaine" }
    let paused = "suspendu"

    let story = "Comment on l’a su"
    func source(_ word: String) -> String {
        switch word {
        case "baseline": "C’était là quand la veille a commencé."
        case "hint": "Le hub l’a annoncé, et une lecture du serveur l’a trouvé."
        case "scan": "Une lecture du serveur l’a trouvé sans annonce."
        default: word
        }
    }
    func heard(_ message: String, _ account: String) -> String { "\(message), entendu par \(account)" }
    func firstSeen(_ moment: String) -> String { "Connu ici depuis \(moment)" }
    let toldNobody = "Personne n’en a été averti."

    let target = "Où", state = "État", about = "Sujet", noAlerts = "Rien n’a encore été annoncé."
    let retry = "Renvoyer", discard = "Abandonner"
    func delivery(_ state: String) -> String {
        switch state {
        case "queued": "en attente"
        case "attempting": "en cours d’envoi"
        case "inDoubt": "peut-être arrivée"
        case "delivered": "acceptée"
        case "skipped": "omise"
        case "dead": "échouée"
        case "discarded": "abandonnée"
        default: state
        }
    }

    let healthy = "Tout va bien."
    func problems(_ count: Int) -> String {
        count < 2 ? "Une chose demande un coup d’œil." : "\(count) choses demandent un coup d’œil."
    }
    let accounts = "Comptes", targets = "Où vont les alertes", lastScan = "Dernière lecture"
    func standing(_ word: String) -> String {
        switch word {
        case "live": "connecté"
        case "polling": "lit régulièrement"
        case "working": "fonctionne"
        case "failing": "en panne"
        case "suspended": "en pause après des échecs"
        case "stopped": "arrêté"
        case "notConfigured": "n’est plus configuré"
        case "signInNeeded": "demande une connexion"
        default: word
        }
    }
    let test = "Envoyer un essai", silences = "Silences"
    let beSilent = "Laisser tranquille", howLong = "Pendant", end = "Terminer"
    func span(hours: Int) -> String {
        hours == 1 ? "1 heure" : hours < 24 ? "\(hours) heures" : hours == 24 ? "1 jour" : "\(hours / 24) jours"
    }
    func silent(_ subject: String, until moment: String) -> String {
        "Personne n’est averti de \(subject) jusqu’à \(moment)"
    }
    func running(_ version: String, since moment: String) -> String {
        "PocketBell \(version), en marche depuis \(moment)"
    }

    let done = "C’est fait.", notDone = "Cela n’a pas été fait.", back = "Retour", nothingHere = "Il n’y a rien ici."
    let signedOut = "Ce navigateur n’est pas connecté."
    func signInHint(_ command: String) -> String { "Sur la machine où tourne PocketBell, tapez : \(command)" }
    let severalParents = "Plus d’un parent peut le faire. Choisissez avec quel compte."
    let formTooOld = "Le formulaire était trop ancien. Revenez en arrière et réessayez."
    let connectionLost = "PocketBell est injoignable : cette page est peut-être ancienne."

    let signIn = "Se connecter", email = "E-mail", password = "Mot de passe", server = "Serveur"
    let signInIntroduction = "Avec ton compte du serveur familial."
    let wrongPassword = "L’e-mail ou le mot de passe est faux."
    func wait(minutes: Int) -> String {
        "Trop d’essais. Attends \(minutes == 1 ? "une minute" : "\(minutes) minutes")."
    }
    func serverSilent(_ reason: String?) -> String {
        "Le serveur familial n’a pas pu être interrogé, et ce mot de passe n’est pas connu d’avant\(reason.map { " : \($0)" } ?? ".")"
    }
    func overheard(_ address: String?) -> String {
        "Par ce chemin, d’autres peuvent lire.\(address.map { " Prends \($0)" } ?? "")"
    }
    let loginRefused = "Le serveur familial refuse ce compte."
    let notOfHouse =
        "Ce compte ne voit pas tous les enfants qui sont ici : il ne peut pas les voir sur cette page non plus."
    func notKept(_ reason: String?) -> String { "Personne ne peut se connecter\(reason.map { " : \($0)" } ?? ".")" }
    let browsers = "Navigateurs connectés", byLink = "Par un lien de cette machine"
    let lastAsked = "vu pour la dernière fois"
    let newAccount = "Suivre un autre compte", serverAddress = "Adresse du serveur familial"
    let programs = "Bureaux et programmes", makeToken = "Créer un jeton", mayApprove = "Peut approuver des tâches"
    let takeBack = "Reprendre", feed = "Flux : tout"
    func feed(of child: String) -> String { "Flux : ce que peut savoir \(child)" }
    func tokenMade(_ target: String?) -> String {
        guard let target else {
            return "Il n’est montré qu’une fois. Qui suit l’envoie à /feed/events, comme 'Authorization: Bearer' :"
        }
        return "Pour \(target). Il n’est montré qu’une fois. Là-bas, tape 'pocketbell desktop --sign-in' et colle-le :"
    }

    let copies = "Copies", makeCopy = "Faire une copie", takeUp = "La reprendre"
    func copiesKept(_ count: Int) -> String {
        "Sur le disque de cette machine, les \(count) plus récentes. Pour un autre disque, il y a la commande « pocketbell backup »."
    }
    let takingUp =
        "Ce qui est ici maintenant est mis de côté, et la copie prend sa place. Ce que le serveur a eu depuis est relu ; personne n’apprend rien deux fois."
    let copyComes = "La copie prend sa place dans quelques secondes. Il faudra peut-être vous reconnecter."

    let notices = "Ce que dit le serveur familial", markAsRead = "Marquer comme lu"
    let kept = "Ce qui est conservé ici", forgetOld = "Oublier ce qui est trop ancien"
    let beginAnew = "Recommencer les listes"
    let beginningAnew =
        "Les listes, les photos reçues et les messages bruts sont oubliés ici et relus. Ce qui attend, ce qui a été annoncé et les transactions restent."
    func forgotten(rows: Int, pictures: Int) -> String { "Oublié : \(rows) lignes, \(pictures) images." }
    let sentBefore =
        "Ce formulaire a déjà été envoyé, et ce qu’il a demandé reste. Renvoyez-le pour demander ceci aussi."
    let accountsListed = "Les comptes suivis sont dans le fichier de configuration (accounts)."
    let linkSpent = "Ce lien a déjà servi, ou a plus d’une minute."
}
