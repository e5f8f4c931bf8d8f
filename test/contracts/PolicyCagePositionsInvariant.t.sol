// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {PositionsFixture} from "./PositionsFixture.sol";

/// @notice Laws of counting at feeds that do not move, whatever operator and outsiders do: what counts is there, gifts and
/// pushed rates are no profit, and no act loses more than the windows show.
/// forge-config: default.invariant.runs = 48
/// forge-config: default.invariant.depth = 64
contract PolicyCagePositionsInvariantTest is PositionsFixture {
    /// @dev What rounding may cost in one act, in USDC base units.
    uint256 private constant DUST = 100;
    uint256 private constant LANE = 20_000e6;

    /// @notice Broken laws, by name; empty while all hold.
    string public broken;
    uint256 public executed;
    /// @dev Highest value per share that anybody could have seen.
    uint256 private _peak = 1e18;
    /// @dev What counted when the cage looked last; `_isBooked` if all of it could be read.
    uint256 private _bookedNav;
    bool private _isBooked;

    /// @dev What counts of a lot in WETH: up to a yearly growth above the highest rate that counted when the cage looked.
    struct Rate {
        uint256 highest;
        uint256 at;
        uint256 then; // what counted when the cage looked last
        uint256 units;
    }

    Rate[2] private _rates;

    function _config() internal view override returns (IPolicyCage.CageConfig memory c) {
        c = super._config();
        c.assets[1].capUsdc = type(uint256).max;
        c.minRebalanceIntervalSeconds = 0;
        c.windowSpendCapUsdc = 1_000_000e6;
        c.hotLaneUsdc = LANE;
    }

    function setUp() public override {
        super.setUp();
        _runSigned(_buyWeth(40_000e6));
        _book();
        bytes4[] memory selectors = new bytes4[](7);
        selectors[0] = this.doActs.selector;
        selectors[1] = this.doGive.selector;
        selectors[2] = this.doTake.selector;
        selectors[3] = this.doFill.selector;
        selectors[4] = this.doPush.selector;
        selectors[5] = this.doBreak.selector;
        selectors[6] = this.doWait.selector;
        targetContract(address(this));
        targetSelector(FuzzSelector({addr: address(this), selectors: selectors}));
    }

    modifier keepsTheLaws() {
        _;
        (bool readable, uint256 nav) = _nav();
        if (!readable) return;
        if (_isBooked && nav > _bookedNav + _growth() + DUST) broken = "what others do is profit";
        if (int256(nav) > _max(_actual(), 0) + int256(DUST)) broken = "more counts than is there";
        uint256 value = cage.valuePerShare();
        if (value > _peak) _peak = value;
        if (cage.highWaterMark() > _peak) broken = "mark above all that was";
    }

    // ------------------------------------------------------------ the operator

    /// @dev One to three acts of one action, some of them to the thief.
    function doActs(uint256[3] calldata kinds, uint256[3] calldata amounts, uint256 count, bool isSigned)
        external
        keepsTheLaws
    {
        count = bound(count, 1, 3);
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](2 * count);
        uint256 length;
        for (uint256 i; i < count; ++i) {
            IPolicyCage.Call[] memory act = _act(kinds[i] % 8, amounts[i], kinds[i] / 8 % 4 == 0);
            for (uint256 j; j < act.length; ++j) {
                calls[length++] = act[j];
            }
        }
        assembly {
            mstore(calls, length)
        }
        // A gift that the cage never looked at may be taken as it came.
        int256 before = _least(_actual(), _countable());
        (bool readable, uint256 nav) = _nav();
        (uint256 lost, uint256 unguarded) = (cage.windowLostUsdc(), cage.windowUnguardedUsdc());
        if (!_try(calls, isSigned)) return;
        executed++;
        _book();
        uint256 shown = cage.windowLostUsdc() - lost + DUST;
        // What nobody could read is outflow as a whole; what the guardian signed, it has looked at.
        if (vault.broken()) shown += isSigned ? type(uint128).max : cage.windowUnguardedUsdc() - unguarded;
        if (readable && _isBooked && _bookedNav + shown < nav) broken = "a loss that no window shows";
        if (before - _actual() > int256(shown)) broken = "a theft that no window shows";
    }

    function _act(uint256 kind, uint256 amount, bool steals)
        private
        view
        returns (IPolicyCage.Call[] memory calls)
    {
        address to = steals ? thief : address(cage);
        if (kind == 0) {
            amount = bound(amount, 1e12, 10e18);
            return _two(weth, address(pool), amount, abi.encodeCall(pool.supply, (aWeth, amount, to)));
        }
        if (kind == 1) return _take(bound(amount, 1e12, 10e18), to);
        if (kind == 2) return _borrow(debtUsdc, bound(amount, 1e4, 20_000e6), to);
        if (kind == 3) return _repay(debtUsdc, bound(amount, 1e4, 20_000e6));
        if (kind == 4) {
            amount = bound(amount, 1e12, 10e18);
            return _two(weth, address(vault), amount, abi.encodeCall(vault.deposit, (amount, to)));
        }
        if (kind == 5) return _redeem(bound(amount, 1e12, 10e18), to);
        amount = bound(amount, 1e6, 10_000e6);
        // Up to 2 % below the feed's price.
        uint256 out = amount * (10_000 - amount % 200) / 10_000;
        if (kind == 6) return _swapTo(usdc, amount, weth, out * 5e8, to);
        return _swapTo(weth, amount * 5e8, usdc, out, to);
    }

    // ------------------------------------------------------------ outsiders

    /// @dev Units, repayments, tokens and donations.
    function doGive(uint256 kind, uint256 amount) external keepsTheLaws {
        amount = bound(amount, 1, 100e18);
        if (kind % 6 == 0) aWeth.mint(address(cage), amount);
        if (kind % 6 == 1) aUsdc.mint(address(cage), amount / 1e9);
        if (kind % 6 == 2) {
            debtUsdc.burn(address(cage), amount / 1e9 % (debtUsdc.scaledBalanceOf(address(cage)) + 1));
        }
        if (kind % 6 == 3) weth.mint(address(cage), amount);
        if (kind % 6 == 4) usdc.mint(address(cage), amount / 1e9);
        if (kind % 6 == 5) {
            weth.mint(thief, amount);
            vm.startPrank(thief);
            weth.approve(address(vault), amount);
            vault.deposit(amount, address(cage));
            vm.stopPrank();
        }
    }

    /// @dev Slashing, interest that is owed, and what an allowance lets go.
    function doTake(uint256 kind, uint256 bps) external keepsTheLaws {
        bps = bound(bps, 1, 500);
        if (kind % 4 == 0) aWeth.burn(address(cage), aWeth.scaledBalanceOf(address(cage)) * bps / 10_000);
        if (kind % 4 == 1) weth.burn(address(vault), weth.balanceOf(address(vault)) * bps / 10_000);
        if (kind % 4 == 2) debtUsdc.grow(bps);
        if (kind % 4 == 3) usdc.burn(address(cage), usdc.balanceOf(address(cage)) * bps / 10_000);
    }

    /// @dev An order is filled or a position liquidated, at any rate.
    function doFill(uint256 kind, uint256 goneBps, uint256 camePercent) external keepsTheLaws {
        (bool readable, uint256 nav) = _nav();
        (goneBps, camePercent) = (bound(goneBps, 1, 3_000), bound(camePercent, 0, 200));
        uint256 gone;
        if (kind % 2 == 0) {
            gone = usdc.balanceOf(address(cage)) * goneBps / 10_000;
            usdc.burn(address(cage), gone);
            weth.mint(address(cage), gone * 5e8 * camePercent / 100);
        } else {
            uint256 units = aWeth.scaledBalanceOf(address(cage)) * goneBps / 10_000;
            gone = units * aWeth.index() / 1e27 * 2_000 / 1e12;
            aWeth.burn(address(cage), units);
            uint256 paid = debtUsdc.toUnits(gone * camePercent / 100);
            uint256 owed = debtUsdc.scaledBalanceOf(address(cage));
            debtUsdc.burn(address(cage), paid < owed ? paid : owed);
        }
        (bool still, uint256 now_) = _nav();
        if (readable && still && now_ + gone + DUST < nav) broken = "an exchange loses more than went";
    }

    /// @dev A rate is pushed within the block: it counts as far as time has passed since the cage looked.
    function doPush(uint256 bps, bool ofVault) external keepsTheLaws {
        bps = bound(bps, 1, 10_000);
        if (ofVault) weth.mint(address(vault), weth.balanceOf(address(vault)) * bps / 10_000);
        else aWeth.grow(bps);
    }

    function doBreak(bool value) external keepsTheLaws {
        vault.setBroken(value);
    }

    function doWait(uint256 seconds_) external keepsTheLaws {
        _pass(bound(seconds_, 1, 2 days));
    }

    /// @notice I65, I66, I67: see the names of the laws.
    function invariant_I65_I66_I67_laws() public view {
        assertEq(broken, "");
    }

    /// @notice Laws of acts that are all refused would say nothing.
    function test_everyActMayBeCarriedOut() public {
        for (uint256 kind; kind < 8; ++kind) {
            bool isEther = kind < 2 || kind == 4 || kind == 5;
            uint256 amount = isEther ? 1e18 : 1_000e6;
            this.doActs([kind + 8, uint256(0), uint256(0)], [amount, uint256(0), uint256(0)], 1, true);
            assertEq(executed, kind + 1);
        }
        assertEq(broken, "");
    }

    // ------------------------------------------------------------ helpers

    function _book() private {
        (_isBooked, _bookedNav) = _nav();
        _bookRate(_rates[0], _isKept(_key(aWeth)), aWeth.index(), aWeth.scaledBalanceOf(address(cage)));
        // What cannot be read stays as it was booked.
        if (vault.broken()) return;
        _bookRate(
            _rates[1], _isKept(keccak256(abi.encode(vault))), _vaultIndex(), vault.balanceOf(address(cage))
        );
    }

    function _bookRate(Rate storage rate, bool isKept, uint256 index, uint256 units) private {
        if (!isKept) {
            rate.highest = 0;
            return;
        }
        rate.then = rate.highest == 0 ? index : _counts(rate, index);
        if (rate.then > rate.highest) rate.highest = rate.then;
        (rate.at, rate.units) = (block.timestamp, units);
    }

    function _counts(Rate storage rate, uint256 index) private view returns (uint256) {
        uint256 most = rate.highest + rate.highest * (block.timestamp - rate.at) / 365 days;
        return index < most ? index : most;
    }

    /// @dev How much more the lots may count than when the cage looked, in USDC base units.
    function _growth() private view returns (uint256 usdc6) {
        uint256[2] memory indices = [aWeth.index(), _vaultIndex()];
        for (uint256 i; i < 2; ++i) {
            uint256 index = _counts(_rates[i], indices[i]);
            if (_rates[i].highest == 0 || index <= _rates[i].then) continue;
            usdc6 += _rates[i].units * (index - _rates[i].then) / 1e27 * 2_000 / 1e12;
        }
    }

    function _vaultIndex() private view returns (uint256) {
        return (weth.balanceOf(address(vault)) + 1) * 1e27 / (vault.totalSupply() + 1);
    }

    function _nav() private view returns (bool readable, uint256 nav) {
        try cage.netAssetValueUsdc() returns (uint256 value) {
            return (true, value);
        } catch {}
    }

    /// @dev What would count if all could be read.
    function _countable() private returns (int256) {
        bool wasBroken = vault.broken();
        vault.setBroken(false);
        (, uint256 nav) = _nav();
        vault.setBroken(wasBroken);
        return int256(nav);
    }

    function _least(int256 a, int256 b) private pure returns (int256) {
        return a < b ? a : b;
    }

    /// @dev What there is, in USDC base units, gifts included.
    function _actual() private view returns (int256) {
        uint256 eth = weth.balanceOf(address(cage)) + aWeth.balanceOf(address(cage)) + _vaultAssets();
        uint256 held = usdc.balanceOf(address(cage)) + aUsdc.balanceOf(address(cage)) + eth * 2_000 / 1e12;
        return int256(held) - int256(debtUsdc.balanceOf(address(cage)));
    }

    function _vaultAssets() private view returns (uint256) {
        return
            vault.balanceOf(address(cage)) * (weth.balanceOf(address(vault)) + 1) / (vault.totalSupply() + 1);
    }

    function _max(int256 a, int256 b) private pure returns (int256) {
        return a > b ? a : b;
    }

    function _try(IPolicyCage.Call[] memory calls, bool isSigned) private returns (bool ok) {
        bytes32 permitId = _permit();
        bytes memory signature = isSigned ? _sign(calls, permitId) : bytes("");
        vm.prank(operator);
        (ok,) =
            address(cage).call(abi.encodeCall(cage.execute, (calls, block.timestamp, permitId, signature)));
    }
}
