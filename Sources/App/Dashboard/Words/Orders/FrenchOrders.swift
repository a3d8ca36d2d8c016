import Store

struct FrenchOrders: OrderWords {
    func order(_ order: FilledOrder) -> String {
        guard case .deed(let deed) = order else { return "Noter de l’argent" }
        return switch deed {
        case .addWish: "Ajouter un souhait"
        case .editWish: "Modifier ce souhait"
        case .buyWish: "C’est acheté"
        case .removeWish: "Retirer ce souhait"
        case .addGoal: "Ajouter un objectif"
        case .editGoal: "Modifier cet objectif"
        case .depositGoal: "Verser de l’argent"
        case .withdrawGoal: "Reprendre de l’argent"
        case .removeGoal: "Retirer cet objectif"
        case .setAllowance: "Fixer l’argent de poche"
        case .pauseAllowance: "Suspendre l’argent de poche"
        case .resumeAllowance: "Reprendre l’argent de poche"
        case .changeSettings: "Modifier les réglages"
        case .readNotifications: "Marquer tous les avis comme lus"
        case .addChore: "Ajouter une tâche"
        case .doneChore: "C’est fait"
        case .approveChore: "Approuver"
        case .rejectChore: "Refuser"
        }
    }

    func field(_ name: String) -> String {
        switch name {
        case "direction": "Sens"
        case "amount": "Montant"
        case "description": "Pour quoi"
        case "category": "Catégorie"
        case "notes": "Notes"
        case "name": "Nom"
        case "price": "Prix"
        case "link": "Lien"
        case "target": "Montant visé"
        case "due": "Pour quand"
        case "priority": "Rang (1 est le premier)"
        case "reason": "Pourquoi"
        case "weeklyAllowance": "Argent de poche par semaine"
        case "allowanceDay": "Quel jour"
        case "savesAutomatically": "Épargne toute seule"
        case "transfer": "Combien est épargné"
        case "transferPercentage": "Pour cent"
        case "transferAmount": "Montant à chaque fois"
        case "seesSavings": "L’enfant voit son épargne"
        case "mayOwe": "Peut avoir une dette"
        case "title": "Ce qu’il y a à faire"
        case "reward": "Récompense"
        case "rejection": "Pourquoi pas"
        case "account": "Par quel compte"
        case "photo": "Photo (JPEG)"
        case "child": "Enfant"
        default: name
        }
    }

    func choice(_ word: String) -> String {
        switch word {
        case "out": "de l’argent qui sort"
        case "in": "de l’argent qui entre"
        case "yes": "oui"
        case "no": "non"
        case "none": "rien"
        case "fixedAmount": "un montant fixe"
        case "percentage": "une part"
        case "Monday": "lundi"
        case "Tuesday": "mardi"
        case "Wednesday": "mercredi"
        case "Thursday": "jeudi"
        case "Friday": "vendredi"
        case "Saturday": "samedi"
        case "Sunday": "dimanche"
        case "Toy": "Jouet"
        case "Game": "Jeu"
        case "Electronics": "Électronique"
        case "Clothing": "Vêtements"
        case "Experience": "Sortie"
        case "Savings": "Épargne"
        case "Charity": "Don"
        case "Other": "Autre"
        default: word
        }
    }
    let edit = "Modifier", remove = "Retirer"
    let optional = "facultatif", asItIs = "tel quel"
    let chooseAgain = "Choisis la photo encore une fois."
    let photosWait = "Trop de photos arrivent à la fois. Réessaie dans une minute."
    func noAmount(_ text: String) -> String {
        "« \(text) » n’est pas un montant. Écrivez par exemple 12,50, sans signe."
    }
    let tryAgain = "Cela n’a pas été fait. Rien de ce que vous avez écrit n’est perdu."

    let chores = "Tâches", noChores = "Il n’y a pas de tâche.", history = "Ce qui a été fait"
    func photo(_ child: String, _ title: String) -> String { "Photo : \(child), \(title)" }
    func state(_ word: String) -> String {
        switch word {
        case "pendingApproval": "attend un parent"
        case "approved": "approuvée"
        case "rejected": "refusée"
        case "active": "ouvert"
        case "completed": "atteint"
        case "purchased": "acheté"
        case "cancelled": "abandonné"
        case "paused": "en pause"
        default: word
        }
    }
    func doneTimes(_ count: Int) -> String { count == 1 ? "faite une fois" : "faite \(count) fois" }

    let plans = "Objectifs et souhaits", wishes = "Souhaits", noPlans = "Il n’y a ni objectif ni souhait."
    func missing(_ amount: String) -> String { "il manque \(amount)" }
    let affordable = "Il y a assez d’argent pour cela.", link = "Voir"
    func due(_ day: String) -> String { "pour le \(day)" }

    let entries = "En route", noEntries = "Rien n’attend : le serveur a tout."
    func waiting(_ count: Int) -> String {
        count == 1
            ? "Une entrée n’est pas encore sur le serveur." : "\(count) entrées ne sont pas encore sur le serveur."
    }
    func entered(_ moment: String) -> String { "noté \(moment)" }
    func entry(_ state: String) -> String {
        switch state {
        case "accepted": "attend"
        case "sending": "en cours d’envoi"
        case "unknown": "peut-être arrivée"
        case "confirmed": "sur le serveur"
        case "superseded": "plus nécessaire"
        case "parked": "demande une décision"
        case "discarded": "abandonnée"
        default: state
        }
    }
    let conflicts = "Modifié par deux personnes", before = "Avant", mine = "Ici"
    let onServer = "Sur le serveur", nothing = "rien"
    let keepMine = "Garder ce qui est d’ici", keepServer = "Garder ce que le serveur a"
    let drill = "Envoyer un exercice à tous", seen = "C’est vu"
    let lookNow = "Regarder maintenant", rules = "Règles"
    func rule(_ name: String) -> String { "Règle « \(name) »" }
}
