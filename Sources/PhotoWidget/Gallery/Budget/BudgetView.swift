internal import FoundationEssentials
internal import WidgetUI

/// The balance, and a link each for what comes in and what goes out.
struct BudgetView: View {
    let entry: BudgetEntry

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            HStack {
                Image("AppLogo")
                    .resizable()
                    .aspectRatio(contentMode: .fit)
                    .frame(width: 32, height: 32)
                Text("이번 달 잔액")
                    .font(.system(size: 12, weight: .bold, design: .rounded))
            }
            Text(entry.text)
                .font(.system(size: 22, weight: .bold, design: .rounded))
                .frame(maxWidth: .infinity, alignment: .center)
            HStack(spacing: 12) {
                BudgetButton(title: "수입 추가", action: "addincome")
                BudgetButton(title: "지출 추가", action: "addexpense")
            }
        }
        .foregroundColor(.white)
        .containerBackground(Color(red: 95 / 255, green: 148 / 255, blue: 247 / 255), for: .widget)
    }
}

/// A link that looks like a button; `action` is the host of its address, by which the app knows what to open.
private struct BudgetButton: View {
    let title: String
    let action: String

    var body: some View {
        if let url = URL(string: "wooribudget://\(action)") {
            Link(destination: url) {
                Text(title)
                    .font(.system(size: 18, weight: .bold, design: .rounded))
                    .frame(maxWidth: .infinity, minHeight: 44)
                    .background(Color.white.opacity(0.18))
                    .cornerRadius(12)
            }
        }
    }
}
